/** Loads the screen of an open workspace: canvas, editor, kernel. The start page does not have it. */
export const loadWorkspaceScreen = () => import('./Workspace');

/**
 * For whoever is about to open a workspace: the screen arrives while the workspace is read and kept. Where it does not come,
 * the boundary says so when it is to be drawn.
 */
export function fetchWorkspaceScreen(): void {
  loadWorkspaceScreen().catch(() => {});
}
