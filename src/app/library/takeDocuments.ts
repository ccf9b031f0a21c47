import { type Diagnostic, LIMITS, sizeText, utf8Length, warning } from '#base';
import { type Edit, type FileDocument, isFileDocument, type Workspace, type WorkspaceDocument } from '#plan';
import type { Storage } from '#storage';
import { say } from '../parts/Toasts';
import { sayProblems, WORKSPACE_LEFT } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { documentsFromFile, type Following } from './documentFromFile';
import { noteReadingTime } from './ReadingNotes';

/**
 * Reads files as documents, one after the other, under ids that are free in a workspace.
 *
 * @returns the documents in the order of their files, and why others are none
 * @throws StorageError, or the signal's reason when it was aborted: then nothing was added anywhere
 */
export async function documentsOf(
  files: readonly File[],
  workspace: Workspace,
  storage: Storage,
  { signal, progress, rows }: Following = {},
): Promise<{ readonly documents: readonly WorkspaceDocument[]; readonly refused: readonly Diagnostic[] }> {
  const refused: Diagnostic[] = [];
  const documents: WorkspaceDocument[] = [];
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted();
    const around = { ...workspace, documents: [...workspace.documents, ...documents] };
    const before = performance.now();
    const read = await documentsFromFile(file, around, storage, {
      signal,
      progress: (share) => progress?.((index + share) / files.length),
      ...(rows === undefined ? {} : { rows }),
    });
    if (read.ok) {
      documents.push(...read.value);
      noteReadingTime(read.value, performance.now() - before);
    } else refused.push(...read.problem);
  }
  return { documents, refused };
}

/**
 * Adds files as documents of the open workspace, in one step of undo.
 *
 * @returns how many were added, and why others were not
 * @throws as `documentsOf`
 */
export async function takeDocuments(
  { editor, closed, storage }: Session,
  files: readonly File[],
  following: Following = {},
): Promise<{ readonly added: number; readonly refused: readonly Diagnostic[] }> {
  const { documents, refused } = await documentsOf(files, editor.workspace, storage, following);
  if (closed.aborted) return { added: 0, refused: [WORKSPACE_LEFT] };
  const edits = documents.map((item): Edit => ({ edit: 'put-item', list: 'documents', item }));
  const label = edits.length === 1 ? 'Add document' : `Add ${edits.length} documents`;
  if (edits.length > 0) editor.edit({ edit: 'batch', label, edits }, { label });
  sayWhatStepsCannotLoad(documents);
  return { added: edits.length, refused };
}

/** Another file in the place of one that is not here: every document of that file names the new one, in one step of undo. */
export async function replaceFile(session: Session, missing: FileDocument, file: File): Promise<void> {
  const { editor, closed } = session;
  const { documents, refused } = await documentsOf([file], editor.workspace, session.storage);
  const [first] = documents;
  if (closed.aborted) return sayProblems([WORKSPACE_LEFT]);
  if (first === undefined) return sayProblems(refused);
  const edits = editor.workspace.documents
    .filter((one): one is FileDocument => isFileDocument(one) && one.file.hash === missing.file.hash)
    .map((one): Edit => ({ edit: 'put-item', list: 'documents', item: inPlaceOf(one, first) }));
  const label = 'Replace file';
  editor.edit({ edit: 'batch', label, edits }, { label });
}

/** It keeps its id, its name and what was said of its columns. */
function inPlaceOf({ id, name, columns, sheet }: FileDocument, made: WorkspaceDocument): WorkspaceDocument {
  const kept = { ...(name === undefined ? {} : { name }), ...(columns === undefined ? {} : { columns }) };
  if (!isFileDocument(made)) return { ...made, id, ...kept };
  const { sheet: _, ...rest } = made;
  return { ...rest, id, ...kept, ...(sheet === undefined ? {} : { sheet }) };
}

/** What was kept and is of no use to a step as a whole is said when it comes in, not first when a run fails. */
export function sayWhatStepsCannotLoad(documents: readonly WorkspaceDocument[]): void {
  for (const document of documents) {
    const found = tooLargeForSteps(document);
    if (found !== null) say({ tone: 'bad', text: found.message, help: found.help, code: found.code });
  }
}

/**
 * What is to be said of a text that is kept and that no step can read whole: a step hands on so much at most. Tables go by
 * reference (V6), whatever their size.
 *
 * @returns null where a step can
 */
export function tooLargeForSteps(document: WorkspaceDocument): Diagnostic | null {
  if (isFileDocument(document)) return null;
  const { id, name, kind, text } = document;
  const bytes = utf8Length(text);
  if (bytes <= LIMITS.toolOutputBytes || kind === 'csv' || kind === 'tsv' || kind === 'json') return null;
  return warning(
    'DOCUMENT_TOO_LARGE_FOR_STEPS',
    `“${name ?? id}” is kept whole, but no step can read it whole: it has about ${sizeText(bytes)}, and a step hands on at most ${sizeText(LIMITS.toolOutputBytes)}.`,
    'Let documents.search find the passages that are needed, or split the file.',
  );
}
