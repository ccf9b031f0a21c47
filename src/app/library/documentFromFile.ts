import { own } from '#base';
import type { Workspace, WorkspaceDocument } from '#plan';
import { freeId } from './keepWorkspace';

const KINDS: Readonly<Record<string, WorkspaceDocument['kind']>> = {
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
};

/** Whether a file is a table or a text by its ending. JSON is not: it may be a workspace or a plan. */
export function isDocumentName(name: string): boolean {
  return own(KINDS, endingOf(name)) !== undefined;
}

/** A file as a document of the workspace; null when its ending is that of none. */
export function documentFromFile(name: string, text: string, workspace: Workspace): WorkspaceDocument | null {
  const ending = endingOf(name);
  const kind = own(KINDS, ending);
  return kind === undefined ? null : newDocument(name.slice(0, -ending.length - 1), kind, text, workspace);
}

function endingOf(name: string): string {
  return /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** A document under an id made from its name, free in the workspace. */
export function newDocument(
  name: string,
  kind: WorkspaceDocument['kind'],
  text: string,
  workspace: Workspace,
): WorkspaceDocument {
  const taken = new Set(workspace.documents.map(({ id }) => id));
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return { id: freeId(stem || 'document', taken), name, kind, text };
}
