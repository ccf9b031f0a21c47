import { isId } from '#base';
import { type Workspace, workspaceHash, write } from '#plan';
import { storageOfPage } from '../state/services';

/**
 * Keeps a workspace that is new here under an id of its own: an import never overwrites anything (cases A6, A12).
 *
 * @param trusted whether its content may run without asking: the user's own work, and templates (T1)
 * @returns the id under which it is kept
 */
export async function keepWorkspace(workspace: Workspace, trusted: boolean): Promise<string> {
  const { workspaces } = await storageOfPage();
  const taken = new Set((await workspaces.list()).map(({ id }) => id));
  const kept = { ...workspace, id: freeId(workspace.id, taken) };
  const hash = workspaceHash(kept);
  await workspaces.save({
    id: kept.id,
    name: kept.name,
    text: write(kept),
    hash,
    trusted: trusted ? hash : null,
    revision: 0,
  });
  return kept.id;
}

/** The workspace with this content, if it is here already, under whatever id it was given (case A6). */
export async function findWorkspace(workspace: Workspace): Promise<string | null> {
  const { workspaces } = await storageOfPage();
  const exact = await workspaces.findByHash(workspaceHash(workspace));
  if (exact) return exact.id;
  const renamed = (await workspaces.list()).find(
    ({ id, hash }) => id.startsWith(stemOf(workspace.id)) && hash === workspaceHash({ ...workspace, id }),
  );
  return renamed?.id ?? null;
}

/** The id itself when it is free, else with the next number: `demo`, `demo-2`, `demo-3`. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const stem = stemOf(wanted);
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

function stemOf(wanted: string): string {
  return isId(wanted) ? wanted.slice(0, 56) : 'workspace';
}
