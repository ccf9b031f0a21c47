import type { Address } from '#base';
import type { RunWriter } from '#hosting';
import type { RunHandle } from '#runtime';
import type { Session } from '../state/session';
import type { LiveText } from './progress';

/** A run that this tab drives, whether it is the one that is shown or goes on beside it. */
export interface LiveRun {
  readonly handle: RunHandle;
  readonly writer: RunWriter;
  /** Tokens and progress by address without attempt: for the screen only (K9). */
  progress: ReadonlyMap<Address, LiveText>;
}

/** Joins a run to the page: what drives one, and those that it starts. */
export type DriveRun = (session: Session, handle: RunHandle, writer: RunWriter) => LiveRun;

const live = new Map<string, LiveRun>();

export function liveRun(runId: string): LiveRun | null {
  return live.get(runId) ?? null;
}

export function keepLive(run: LiveRun): void {
  live.set(run.handle.runId, run);
}

export function forgetLive({ handle }: LiveRun): void {
  if (live.get(handle.runId)?.handle === handle) live.delete(handle.runId);
}

const taking = new Map<string, Promise<unknown>>();

/**
 * Does what takes up a run, one after the other for each run: a person may open it while the run that asked for it is
 * resumed and takes it up as well. Who comes second finds it driven here, and not a ledger that somebody else writes.
 */
export async function takingUp<T>(runId: string, take: () => Promise<T>): Promise<T> {
  const before = taking.get(runId) ?? Promise.resolve();
  const mine = before.then(take, take);
  taking.set(runId, mine);
  try {
    return await mine;
  } finally {
    if (taking.get(runId) === mine) taking.delete(runId);
  }
}

/** Lets go of all of them: their ledgers stay as they are (K6). */
export function closeLive(): void {
  for (const { handle } of live.values()) handle.close();
  live.clear();
}
