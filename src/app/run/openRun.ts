import { useEffect } from 'react';
import type { OpenRun, TakingUp } from '#hosting';
import { ask } from '../ask/ask';
import { say } from '../parts/Toasts';
import { placeStore, takePendingStart } from '../state/address';

import { sayProblems, sayThrown } from '../state/sayTrouble';
import { type Session, useSession } from '../state/session';
import { followElsewhere, steer } from './drive';
import { launch } from './launch';
import { PartMissing } from './runsOfPage';

/**
 * Shows a run of this browser at a position (null: its end). One that is not over is taken up here, paused unless it may go on (K6); one
 * that another tab writes is followed, read-only (K7).
 */
export async function openRun(session: Session, runId: string, at: number | null): Promise<void> {
  const left = AbortSignal.any([session.shown.opening(), session.closed]);
  const opened = await open(session, runId, { left });
  if (opened !== null) show(session, runId, opened);
  if (!left.aborted) session.editor.cursor.seek(at);
}

/** Takes the run over from the tab that writes it (case H3). */
export async function takeOverRun(session: Session, runId: string): Promise<void> {
  const opened = await open(session, runId, { takeOver: true, left: session.closed });
  if (opened?.standing === 'elsewhere') say({ tone: 'bad', text: 'The run could not be taken over.' });
  else if (opened !== null) show(session, runId, opened);
}

/** Null where it is wanted no more, or cannot be opened, which is told. */
async function open(session: Session, runId: string, how: TakingUp): Promise<OpenRun | null> {
  try {
    const opened = await session.runs.open(runId, how);
    if (opened.ok) return opened.value;
    sayProblems(opened.problem);
  } catch (thrown) {
    if (!(thrown instanceof PartMissing)) throw thrown;
    sayThrown(thrown, thrown.what);
  }
  return null;
}

function show(session: Session, runId: string, opened: OpenRun): void {
  const { editor, shown } = session;
  switch (opened.standing) {
    case 'here':
      steer(session, opened.run);
      break;
    case 'elsewhere':
      followElsewhere(session, runId, opened.commits);
      break;
    case 'record':
      editor.cursor.attach(runId, opened.commits, false);
      // Whatever goes on beside it is steered where it is shown.
      shown.rest({ imported: opened.imported });
      editor.showRun(runId);
      break;
    case 'absent':
      say({ tone: 'bad', text: 'This run is not in this browser any more.' });
  }
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
