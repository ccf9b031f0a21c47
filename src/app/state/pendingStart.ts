let pending: string | null = null;

/**
 * Lets a workspace run as soon as it is open: asked for by a press in this page, never by an address, which anybody
 * can write (T1).
 */
export function startWhenOpen(workspace: string): void {
  pending = workspace;
}

/** Whether the workspace was asked to run; once. */
export function takePendingStart(workspace: string): boolean {
  const asked = pending === workspace;
  pending = null;
  return asked;
}
