import type { Commit } from '#kernel';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { mayResume } from './autoResume';
import { steer } from './drive';
import { followElsewhere, stopFollowing } from './follow';
import { isSettledRun } from './isSettledRun';
import { liveRun, takingUp } from './liveRuns';
import { drivenRun, resumeRun, setDrivenRun } from './runActions';
import { NO_FACTS, runFactsStore } from './runStore';
import { takeUp } from './startHere';

/** Ends the opening before: what was asked for last is shown. */
let opening = new AbortController();

/**
 * Shows a run of this browser at a position (null: its end). One that is not over is taken up here, paused until it is
 * resumed (K6); one that another tab writes is followed, read-only (K7).
 */
export async function openRun(session: Session, runId: string, at: number | null): Promise<void> {
  opening.abort();
  opening = new AbortController();
  const left = AbortSignal.any([opening.signal, session.closed]);
  const taken = await takingUp(runId, () => take(session, runId, left));
  if (left.aborted) return;
  if (taken) await goOn(session);
  session.editor.cursor.seek(at);
}

/** @returns whether it was taken up from its ledger just now */
async function take(session: Session, runId: string, left: AbortSignal): Promise<boolean> {
  const { storage } = session;
  const live = liveRun(runId);
  if (live !== null && !left.aborted) {
    steer(session, live);
    return false;
  }
  const [commits, summary] = await Promise.all([storage.runs.read(runId), storage.runs.summary(runId)]);
  if (left.aborted) return false;
  if (commits.length === 0 || summary === null) {
    say({ tone: 'bad', text: 'This run is not in this browser any more.' });
    return false;
  }
  if (summary.imported || isSettledRun(summary.status)) {
    show(session, runId, commits, summary.imported);
    return false;
  }
  const taken = await takeUp(session, runId, { commits, takeOver: false, left });
  if (taken === 'elsewhere' && !left.aborted) followElsewhere(session, runId, commits);
  return taken === 'here';
}

/** K6: an interrupted run goes on by itself where the user has set it so. */
async function goOn(session: Session): Promise<void> {
  const handle = drivenRun();
  await handle?.atRest();
  const { shown } = session.editor.cursor;
  if (handle === null || !shown || !(await mayResume(session, shown.live))) return;
  // Another one may be steered by now.
  if (drivenRun() === handle) resumeRun();
}

function show(session: Session, runId: string, commits: readonly Commit[], imported: boolean): void {
  stopFollowing();
  session.editor.cursor.attach(runId, commits, false);
  // Whatever goes on beside it is steered where it is shown.
  setDrivenRun(null);
  runFactsStore.setState({ ...NO_FACTS, imported });
  session.editor.showRun(runId);
}

/** Takes the run over from the tab that writes it (case H3). */
export async function takeOverRun(session: Session, runId: string): Promise<void> {
  const taken = await takingUp(runId, async () =>
    takeUp(session, runId, {
      commits: await session.storage.runs.read(runId),
      takeOver: true,
      left: session.closed,
    }),
  );
  if (taken === 'elsewhere') say({ tone: 'bad', text: 'The run could not be taken over.' });
}
