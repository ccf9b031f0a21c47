import type { Diagnostic, Result } from '#base';
import { type Workspace, workspaceHash } from '#plan';
import { loadSample } from '#samples';
import { blankWorkspace } from '../library/blankWorkspace';
import { findWorkspace, keepWorkspace } from '../library/keepWorkspace';
import { say } from '../parts/Toasts';
import { loadWorkspaceScreen } from '../shell/loadWorkspaceScreen';
import { goTo } from '../state/address';
import { fetchOwn } from '../state/services';

export function loadTemplate(id: string): Promise<Result<Workspace, readonly Diagnostic[]>> {
  return loadSample(id, fetchOwn);
}

/** Opens a template as a workspace of its own; one that is here untouched is opened again. */
export async function openTemplate(id: string): Promise<void> {
  void loadWorkspaceScreen();
  const loaded = await loadTemplate(id);
  if (!loaded.ok) {
    const [first] = loaded.problem;
    say({ tone: 'bad', text: first?.message ?? 'The template cannot be opened.', help: first?.help });
    return;
  }
  const there = await findWorkspace(workspaceHash(loaded.value));
  // Templates that ship with the app are trusted (T1).
  goTo({ workspace: there ?? (await keepWorkspace(loaded.value, true)) });
}

export async function openBlank(): Promise<void> {
  void loadWorkspaceScreen();
  goTo({ workspace: await keepWorkspace(blankWorkspace(), true) });
}
