/**
 * Loads the screen of an open workspace: canvas, editor, kernel. The start page does not have it, so whoever is about to
 * open a workspace calls this first, and the screen arrives while the workspace is read and kept.
 */
export const loadWorkspaceScreen = () => import('./Workspace');
