import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { mayResume } from './autoResume';
import { steer } from './drive';
import { followElsewhere, stopFollowing } from './follow';
import { isSettledRun } from './isSettledRun';
import { liveRun } from './liveRuns';
import { drivenRun, resumeRun, setDrivenRun } from './runActions';
import { NO_FACTS, runFactsStore } from './runStore';
import { takeUp } from './startHere';

/**
 * Shows a run of this browser at a position (null: its end). One that is not over is taken up here, paused until it is
 * resumed (K6); one that another tab writes is followed, read-only (K7).
 */
export async function openRun(session: Session, runId: string, at: number | null): Promise<void> {
  const { editor, storage } = session;
  stopFollowing();
  const live = liveRun(runId);
  if (live !== null) {
    steer(session, live);
    editor.cursor.seek(at);
    return;
  }
  const [commits, summary] = await Promise.all([storage.runs.read(runId), storage.runs.summary(runId)]);
  if (session.closed.aborted) return;
  if (commits.length === 0 || summary === null) {
    say({ tone: 'bad', text: 'This run is not in this browser any more.' });
    return;
  }
  const over = summary.imported || isSettledRun(summary.status);
  if (over) show(session, runId, commits, summary.imported);
  else {
    const taken = await takeUp(session, runId, commits, false);
    if (session.closed.aborted) return;
    if (taken === 'elsewhere') followElsewhere(session, runId, commits);
    else await goOn(session);
  }
  editor.cursor.seek(at);
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

function show(
  session: Session,
  runId: string,
  commits: Parameters<typeof takeUp>[2],
  imported: boolean,
): void {
  session.editor.cursor.attach(runId, commits, false);
  // Whatever goes on beside it is steered where it is shown.
  setDrivenRun(null);
  runFactsStore.setState({ ...NO_FACTS, imported });
  session.editor.showRun(runId);
}

/** Takes the run over from the tab that writes it (case H3). */
export async function takeOverRun(session: Session, runId: string): Promise<void> {
  stopFollowing();
  const taken = await takeUp(session, runId, await session.storage.runs.read(runId), true);
  if (taken === 'elsewhere') say({ tone: 'bad', text: 'The run could not be taken over.' });
}
