import type { Commit } from '#kernel';
import { receiverOf, type SessionEvent } from '#runtime';
import type { Storage } from '#storage';
import { isSettledRun } from './isSettledRun';
import { liveRun } from './liveRuns';

/** An event for a run that another tab may drive. */
interface Letter {
  readonly to: string;
  readonly event: SessionEvent;
}

const CHANNEL = 'planloom:session-events';

/**
 * Tells the session of a run of an event (M2): the run that waits for it hears it, in this tab or in the one that drives
 * it. One that no tab drives hears nothing, as of any event from outside.
 */
export async function tellSession({ runs }: Storage, from: string, event: SessionEvent): Promise<void> {
  try {
    const summary = await runs.summary(from);
    if (summary === null || summary.sessionId === null) return;
    const { sessionId, workspace } = summary;
    const all = await runs.list(workspace, { sessionId });
    const going = all.filter((run) => run.runId !== from && !isSettledRun(run.status) && !run.imported);
    const ledgers = new Map<string, readonly Commit[]>();
    for (const { runId } of going)
      ledgers.set(runId, liveRun(runId)?.handle.commits ?? (await runs.read(runId)));
    const to = receiverOf(event, ledgers);
    if (to !== null && !deliver({ to, event })) channel()?.postMessage({ to, event } satisfies Letter);
  } catch {
    // Storage refused: whoever waits goes on waiting, and says so.
  }
}

/** Hears what other tabs send to runs of this one; until the returned function is called. */
export function hearSession(): () => void {
  const hearing = channel();
  if (hearing === null) return () => {};
  hearing.onmessage = ({ data }: MessageEvent<Letter>) => void deliver(data);
  return () => {
    hearing.close();
    open = null;
  };
}

function deliver({ to, event: { event, data, correlationId } }: Letter): boolean {
  const live = liveRun(to);
  void live?.handle.signal(event, data, correlationId);
  return live !== null;
}

let open: BroadcastChannel | null = null;

function channel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') open ??= new BroadcastChannel(CHANNEL);
  return open;
}
