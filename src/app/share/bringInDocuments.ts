import type { Diagnostic } from '#base';
import type { Workspace } from '#plan';
import { blankWorkspace } from '../library/blankWorkspace';
import type { Following } from '../library/documentFromFile';
import { keepWorkspace } from '../library/keepWorkspace';
import { documentsOf, sayWhatStepsCannotLoad, takeDocuments } from '../library/takeDocuments';
import { setOut } from '../state/address';
import { storageOfPage } from '../state/services';
import { openSessionStore } from '../state/session';

/**
 * Adds files to the open workspace as documents. Where none is open they open in one of their own, ready to be asked: tables and texts
 * do nothing by themselves, so it may run what is drawn in it.
 *
 * @returns why files were not taken; of several, those that could be are
 */
export async function bringInDocuments(
  files: readonly File[],
  following: Following = {},
): Promise<readonly Diagnostic[]> {
  const { session } = openSessionStore.getState();
  if (session !== null) return (await takeDocuments(session, files, following)).refused;
  const blank = blankWorkspace();
  const go = setOut();
  const { documents, refused } = await documentsOf(files, blank, await storageOfPage(), following);
  const [first] = documents;
  if (first === undefined) return refused;
  const workspace: Workspace = { ...blank, name: first.name ?? first.id, documents: [...documents] };
  go({ workspace: await keepWorkspace(workspace, true), view: 'ask' });
  sayWhatStepsCannotLoad(documents);
  return refused;
}
