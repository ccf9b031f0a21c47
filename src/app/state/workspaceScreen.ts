let load: () => Promise<unknown> = () => Promise.resolve();

/** Says how the screen of an open workspace is loaded: only the frame has it. */
export function setWorkspaceScreen(how: () => Promise<unknown>): void {
  load = how;
}

/**
 * For whoever is about to open a workspace: the screen arrives while the workspace is read and kept. Where it does not come,
 * the boundary says so when it is to be drawn.
 */
export function fetchWorkspaceScreen(): void {
  load().catch(() => {});
}
