import type { Workspace } from '#plan';
import { storageOfPage } from '../state/services';
import { foundAmong, recordOf, type WorkspaceRecord } from './placeWorkspace';

export { freeId } from './placeWorkspace';

/**
 * Keeps a workspace that is new here under an id of its own: an import never overwrites anything (cases A6, A12).
 *
 * @param trusted whether its content may run without asking: the user's own work, and templates (T1)
 * @returns the id under which it is kept
 */
export async function keepWorkspace(workspace: Workspace, trusted: boolean): Promise<string> {
  const { workspaces } = await storageOfPage();
  return keepRecord(recordOf(workspace, await workspaces.list()), trusted);
}

/** The same of one that is written already. */
export async function keepRecord(record: WorkspaceRecord, trusted: boolean): Promise<string> {
  const { workspaces } = await storageOfPage();
  // The user's own work, and templates: what is trusted without asking did not come from outside (W7).
  const state = { trusted: trusted ? record.hash : null, madeHere: trusted };
  await workspaces.save({ ...record, ...state, revision: 0 });
  return record.id;
}

/** The workspace with this content, if it is here already (case A6). */
export async function findWorkspace(workspace: Workspace): Promise<string | null> {
  const { workspaces } = await storageOfPage();
  return foundAmong(await workspaces.list(), workspace);
}
