import type { Diagnostic, Result } from '#base';
import type { Workspace } from '#plan';
import { loadSample } from '#samples';
import { blankWorkspace, findWorkspace, keepWorkspace } from '../library/placeWorkspace';

import { setOut } from '../state/address';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { fetchOwn } from '../state/services';
import { fetchWorkspaceScreen } from '../state/workspaceScreen';

function loadTemplate(id: string): Promise<Result<Workspace, readonly Diagnostic[]>> {
  return loadSample(id, fetchOwn);
}

/** Opens a template as a workspace of its own; one that is here untouched is opened again. */
export async function openTemplate(id: string): Promise<void> {
  fetchWorkspaceScreen();
  const go = setOut();
  const loaded = await loadTemplate(id);
  if (!loaded.ok) return sayProblems(loaded.problem);
  await openOwn(loaded.value, await findWorkspace(loaded.value), go);
}

export async function openBlank(): Promise<void> {
  fetchWorkspaceScreen();
  await openOwn(blankWorkspace(), null, setOut());
}

/** Opens what ships with the app, and is trusted for it (T1). */
async function openOwn(
  workspace: Workspace,
  there: string | null,
  go: ReturnType<typeof setOut>,
): Promise<void> {
  try {
    go({ workspace: there ?? (await keepWorkspace(workspace, true)) });
  } catch (thrown) {
    sayThrown(thrown, 'It cannot be opened.');
  }
}
