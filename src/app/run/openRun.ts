import { useEffect } from 'react';
import type { TakingUp } from '#hosting';
import type { Commit } from '#kernel';
import { ask } from '../ask/ask';
import { say } from '../parts/Toasts';
import { placeStore } from '../state/address';
import { takePendingStart } from '../state/pendingStart';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { type Session, useSession } from '../state/session';
import { mayResume } from './autoResume';
import { followElsewhere, steer } from './drive';
import { launch } from './launch';
import { resumeRun } from './runActions';
import { isSettledRun } from './runStore';
import { PartMissing } from './runsOfPage';

/**
 * Shows a run of this browser at a position (null: its end). One that is not over is taken up here, paused until it is
 * resumed (K6); one that another tab writes is followed, read-only (K7).
 */
export async function openRun(session: Session, runId: string, at: number | null): Promise<void> {
  const left = AbortSignal.any([session.shown.opening(), session.closed]);
  const taken = await take(session, runId, left);
  if (left.aborted) return;
  if (taken) await goOn(session);
  session.editor.cursor.seek(at);
}

/** D7: shows the plan, and on it what a run came to that an edit had left. One that is not there any more leaves nothing. */
async function openLeft(session: Session, runId: string): Promise<void> {
  const { storage, shown, editor } = session;
  const over = AbortSignal.any([shown.opening(), session.closed]);
  const commits = await storage.runs.read(runId);
  // Whoever has started one meanwhile looks at that.
  if (over.aborted || commits.length === 0 || editor.cursor.shown !== null) return;
  editor.cursor.attach(runId, commits, false);
  editor.cursor.showLeft(runId);
}

/** @returns whether it was taken up from its ledger just now */
async function take(session: Session, runId: string, left: AbortSignal): Promise<boolean> {
  const { storage, runs } = session;
  const live = runs.driven(runId);
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
  const taken = await takeUp(session, runId, { left });
  if (taken === 'elsewhere') followElsewhere(session, runId, commits);
  return taken === 'here';
}

/** K6: an interrupted run goes on by itself where the user has set it so. */
async function goOn(session: Session): Promise<void> {
  const { facts } = session.shown;
  const { steered: handle } = facts.getState();
  await handle?.atRest();
  const { shown } = session.editor.cursor;
  if (handle === null || !shown || !(await mayResume(session, shown.live))) return;
  // Another one may be steered by now.
  if (facts.getState().steered === handle) resumeRun();
}

function show(
  { editor, shown }: Session,
  runId: string,
  commits: readonly Commit[],
  imported: boolean,
): void {
  editor.cursor.attach(runId, commits, false);
  // Whatever goes on beside it is steered where it is shown.
  shown.rest({ imported });
  editor.showRun(runId);
}

/** Takes the run over from the tab that writes it (case H3). */
export async function takeOverRun(session: Session, runId: string): Promise<void> {
  const taken = await takeUp(session, runId, { takeOver: true, left: session.closed });
  if (taken === 'elsewhere') say({ tone: 'bad', text: 'The run could not be taken over.' });
}

/**
 * Takes up a run in this tab, and shows it: one that was going is paused (interrupted) until it is resumed (K6).
 *
 * @returns who has it now; `left`: nobody, because something else is to be shown, or it cannot be taken up, which is told
 */
async function takeUp(
  session: Session,
  runId: string,
  how: TakingUp & { readonly left: AbortSignal },
): Promise<'here' | 'elsewhere' | 'left'> {
  try {
    const taken = await session.runs.takeUp(runId, how);
    if (how.left.aborted) return 'left';
    if (taken.ok && taken.value === null) return 'elsewhere';
    if (taken.ok && taken.value !== null) {
      steer(session, taken.value);
      return 'here';
    }
    if (!taken.ok) sayProblems(taken.problem);
  } catch (thrown) {
    if (!(thrown instanceof PartMissing)) throw thrown;
    sayThrown(thrown, thrown.what);
  }
  return 'left';
}

/** Opens the run that the address names, once: after a reload one that was going is shown paused (K6, D5), and one that an edit has left tells what it came to (D7). */
export function useOpeningRun(): void {
  const session = useSession();
  useEffect(() => {
    const stopHearing = session.runs.hear();
    const { run, left, at } = placeStore.getState();
    const asked = takePendingStart(session.id);
    if (asked?.question !== undefined) ask(session, asked.question);
    else if (asked !== null) void launch(session, {});
    else if (run !== null) void openRun(session, run, at);
    else if (left !== null) void openLeft(session, left);
    return () => {
      // Leaving the workspace lets go of its runs; the ledgers stay as they are (K6).
      stopHearing();
      session.runs.close();
      session.shown.rest();
    };
  }, [session]);
}
