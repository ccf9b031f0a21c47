import type { Diagnostic } from '#base';
import type { Edit, Workspace, WorkspaceDocument } from '#plan';
import { say } from '../parts/Toasts';
import { WORKSPACE_LEFT } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { documentFromFile, newDocument } from './documentFromFile';
import { readTextFile } from './readTextFile';
import { tooLargeForSteps } from './tooLargeForSteps';

/**
 * Reads files as documents, under ids that are free in a workspace. Files of endings that are not known are texts.
 *
 * @returns the documents in the order of their files, and why others are none
 */
export async function documentsOf(
  files: readonly File[],
  workspace: Workspace,
): Promise<{ readonly documents: readonly WorkspaceDocument[]; readonly refused: readonly Diagnostic[] }> {
  const refused: Diagnostic[] = [];
  const documents: WorkspaceDocument[] = [];
  for (const file of files) {
    const read = await readTextFile(file);
    if (!read.ok) {
      refused.push(read.problem);
      continue;
    }
    const around = { ...workspace, documents: [...workspace.documents, ...documents] };
    const kind = /\.json$/i.test(file.name) ? 'json' : 'text';
    documents.push(
      documentFromFile(file.name, read.value, around) ?? newDocument(file.name, kind, read.value, around),
    );
  }
  return { documents, refused };
}

/**
 * Adds files as documents of the open workspace, in one step of undo.
 *
 * @returns how many were added, and why others were not
 */
export async function takeDocuments(
  { editor, closed }: Session,
  files: readonly File[],
): Promise<{ readonly added: number; readonly refused: readonly Diagnostic[] }> {
  const { documents, refused } = await documentsOf(files, editor.workspace);
  if (closed.aborted) return { added: 0, refused: [WORKSPACE_LEFT] };
  const edits = documents.map((item): Edit => ({ edit: 'put-item', list: 'documents', item }));
  const label = edits.length === 1 ? 'Add document' : `Add ${edits.length} documents`;
  if (edits.length > 0) editor.edit({ edit: 'batch', label, edits }, { label });
  sayWhatStepsCannotLoad(documents);
  return { added: edits.length, refused };
}

/** What was kept and is of no use to a step as a whole is said when it comes in, not first when a run fails. */
export function sayWhatStepsCannotLoad(documents: readonly WorkspaceDocument[]): void {
  for (const document of documents) {
    const found = tooLargeForSteps(document);
    if (found !== null) say({ tone: 'bad', text: found.message, help: found.help, code: found.code });
  }
}
