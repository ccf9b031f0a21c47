import { placeStore } from './address';

/** What is to happen in a workspace as soon as it is open. */
export interface PendingStart {
  readonly workspace: string;
  /** A question to be asked there (E8); without one the workspace's plan runs. */
  readonly question?: string;
}

let pending: PendingStart | null = null;

/**
 * Lets the workspace that the page has just gone to run as soon as it is open: asked for by a press in this page, never
 * by an address, which anybody can write (T1). Whoever leaves before that has called it off.
 */
export function startWhenOpen(start: PendingStart): void {
  pending = start;
  const stop = placeStore.subscribe(({ workspace }) => {
    if (workspace === start.workspace) return;
    if (pending === start) pending = null;
    stop();
  });
}

/** What the workspace was asked to do; once. */
export function takePendingStart(workspace: string): PendingStart | null {
  const asked = pending?.workspace === workspace ? pending : null;
  pending = null;
  return asked;
}
