/** Loads the screen of an open workspace: canvas, editor, kernel. The start page does not have it. */
export const loadWorkspaceScreen = () => import('./Workspace');
