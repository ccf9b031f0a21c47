import { err, ok, problem } from '#base';
import { answerGoals, type GoalHost, type GoalRun, resumeRun, startRun } from '#runtime';
import type { RunOrigin } from '#storage';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { hostOfPage } from './hostOfPage';
import { isSettledRun } from './isSettledRun';
import { type DriveRun, type LiveRun, liveRun, takingUp } from './liveRuns';
import { tellSession } from './sessionEvents';

/**
 * M3: runs of this page answer the goals of each other. A run that a goal starts goes on beside the one that asked; it is
 * found in the list of runs, and driven by the tab that drives that one, unless another tab has it already.
 */
export function answerGoalsHere(session: Session, run: LiveRun, drive: DriveRun): void {
  answerGoals(run.handle, goalHostOf(session, drive));
}

function goalHostOf(session: Session, drive: DriveRun): GoalHost {
  const { storage } = session;
  const { runs } = storage;
  return {
    workspace: () => session.editor.workspace,
    ensure: (goal) => takingUp(goal.runId, () => ensure(session, goal, drive)),
    read: (runId) => runs.read(runId),
    parentOf: async (runId) => (await runs.summary(runId))?.parentRunId ?? null,
    ended: (runId, signal) => runs.ended(runId, signal),
    tell: (runId, event) => tellSession(storage, runId, event),
    cancel: (runId, reason) => void liveRun(runId)?.handle.cancel(reason),
  };
}

/** Starts it, or takes it up from its ledger; done when it has ended, or is driven already, here or in another tab. */
async function ensure(session: Session, goal: GoalRun, drive: DriveRun): ReturnType<GoalHost['ensure']> {
  const { editor, storage, state } = session;
  // T1: what was edited meanwhile keeps its trust, what came from outside does not have it.
  if (!state.getState().trusted) return err([UNTRUSTED]);
  const { runId } = goal;
  const here = liveRun(runId);
  if (here !== null) {
    // Opened here before the run that asked for it goes on: then it goes on as well.
    if (isInterrupted(session, runId)) await here.handle.resume();
    return ok(null);
  }
  const before = await storage.runs.summary(runId);
  if (before !== null && isSettledRun(before.status)) return ok(null);
  const pins = await storage.pins.of(session.id);
  const writer = await storage.runs.open(runId, originOf(session, goal));
  if (writer === null) return ok(null);
  const commits = await storage.runs.read(runId);
  const host = await hostOfPage(session, writer);
  if (session.closed.aborted) {
    // Whoever asks goes on when the workspace is open again, and then it is started (K6).
    writer.release();
    if (commits.length === 0) await storage.runs.remove(runId);
    return ok(null);
  }
  const workspace = workspaceToRun(session);
  const run =
    commits.length === 0 ? startRun(host, { ...goal, workspace, pins }) : resumeRun(host, commits, workspace);
  if (!run.ok) {
    writer.release();
    if (commits.length === 0) await storage.runs.remove(runId);
    return run;
  }
  editor.cursor.attach(runId, commits, true);
  drive(session, run.value, writer);
  if (commits.length > 0) await run.value.resume();
  return ok(null);
}

/** Paused because its page was lost, and by nobody. */
function isInterrupted({ editor }: Session, runId: string): boolean {
  const view = editor.runs.getState().runs.get(runId)?.live;
  return view?.status === 'paused' && view.pausedBecause === 'interrupted';
}

function originOf({ id, editor }: Session, { plan }: GoalRun): RunOrigin {
  const name = editor.workspace.plans.find((one) => one.id === plan)?.name;
  return { workspace: id, plan, planName: name ?? plan };
}

const UNTRUSTED = problem(
  'UNTRUSTED',
  'The workspace is not trusted, so no run of it is started for a goal.',
  'Trust it, then ask again.',
);
