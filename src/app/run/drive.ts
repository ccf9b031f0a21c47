import type { JsonObject } from '#base';
import type { Budget, Commit } from '#kernel';
import type { Plan } from '#plan';
import { type RunHandle, type RunTrouble, resumeRun, startRun, systemIds } from '#runtime';
import type { RunOrigin, RunWriter } from '#storage';
import { say } from '../parts/Toasts';
import { layoutStore } from '../state/layout';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { refresh } from '../state/services';
import type { Session } from '../state/session';
import { followElsewhere } from './follow';
import { hostOfPage } from './hostOfPage';
import { progressOf } from './progress';
import { drivenRun, setDrivenRun } from './runActions';
import { NO_FACTS, runFactsStore } from './runStore';

export interface LaunchOptions {
  /** Starts paused, and takes one step. */
  readonly paused?: boolean;
  readonly input?: JsonObject;
  readonly budget?: Budget;
}

/** Starts a run of a plan in this tab, and shows it live, its steps beside it instead of what could be added. */
export async function startHere(session: Session, plan: Plan, options: LaunchOptions): Promise<void> {
  const runId = systemIds.runId();
  const writer = await openLedger(session, runId, plan);
  if (writer === null) return;
  const { workspace } = session.editor;
  const started = startRun(await hostOfPage(session, writer), {
    workspace,
    plan: plan.id,
    input: options.input ?? {},
    runId,
    paused: options.paused ?? false,
    ...(options.budget ? { budget: options.budget } : {}),
  });
  if (!started.ok) {
    writer.release();
    sayProblems(started.problem);
    return;
  }
  session.editor.cursor.attach(runId, [], true);
  drive(session, started.value, writer);
  session.editor.showRun(runId);
  showRunPanels();
  if (options.paused) await started.value.step('over');
}

/**
 * Takes up a run from its ledger in this tab (K6): one that was going is shown paused (interrupted) until it is
 * resumed.
 *
 * @param takeOver also from the tab that writes it now (case H3)
 * @returns false when another tab writes it
 */
export async function takeUp(
  session: Session,
  runId: string,
  commits: readonly Commit[],
  takeOver: boolean,
): Promise<boolean> {
  const summary = await session.storage.runs.summary(runId);
  if (summary === null) return false;
  const writer = await session.storage.runs.open(runId, summary, { takeOver });
  if (writer === null) return false;
  const all = takeOver ? await session.storage.runs.read(runId) : commits;
  const resumed = resumeRun(await hostOfPage(session, writer), all, session.editor.workspace);
  if (!resumed.ok) {
    writer.release();
    sayProblems(resumed.problem);
    return true;
  }
  session.editor.cursor.attach(runId, all, true);
  drive(session, resumed.value, writer);
  session.editor.showRun(runId);
  return true;
}

/** A run that begins is what is looked at: its steps in the outline, and at its end its answer in the inspector. */
function showRunPanels(): void {
  layoutStore.setState(({ leftTab }) => ({
    leftTab: leftTab === 'palette' ? 'outline' : leftTab,
    planTab: 'run',
  }));
}

/** Joins a run to the screen until it is over: commits, progress, trouble. */
function drive(session: Session, handle: RunHandle, writer: RunWriter): void {
  drivenRun()?.close();
  setDrivenRun(handle);
  runFactsStore.setState({ ...NO_FACTS, standing: 'here', trouble: handle.trouble });
  const { editor } = session;
  const own = () => drivenRun() === handle;
  handle.subscribe((commit) => editor.cursor.append(handle.runId, commit));
  handle.onTrouble((trouble: RunTrouble | null) => {
    if (own()) runFactsStore.setState({ trouble });
  });
  const progress = progressOf((map) => {
    if (own()) runFactsStore.setState({ progress: map });
  });
  handle.onProgress(progress.hear);
  void handle.atRest().then(() => mark(session, handle));
  void handle.done.then(async () => {
    writer.release();
    editor.cursor.setHosted(handle.runId, false);
    if (own()) {
      setDrivenRun(null);
      runFactsStore.setState({ standing: 'record' });
    }
    refresh('runs');
  });
  void writer.lost.then(() => handOver(session, handle));
  refresh('runs');
}

/** Case H3: another tab took the run over. This one lets go of it, and goes on to show it. */
async function handOver(session: Session, handle: RunHandle): Promise<void> {
  const driven = drivenRun() === handle;
  handle.close();
  await handle.done;
  if (!driven) return;
  setDrivenRun(null);
  if (session.editor.runs.getState().shown === handle.runId) {
    followElsewhere(session, handle.runId, handle.commits);
    say({ tone: 'info', text: 'Another tab has taken this run over.' });
  }
}

/** The list of runs knows what only a projection knows: that a run waits. */
async function mark(session: Session, { runId }: RunHandle): Promise<void> {
  const live = session.editor.runs.getState().runs.get(runId)?.live;
  if (live) await session.storage.runs.mark(runId, live.status);
  refresh('runs');
}

async function openLedger(session: Session, runId: string, plan: Plan): Promise<RunWriter | null> {
  try {
    return await session.storage.runs.open(runId, originOf(session, plan));
  } catch (thrown) {
    sayThrown(thrown, 'The run cannot start.');
    return null;
  }
}

function originOf(session: Session, plan: Plan): RunOrigin {
  return { workspace: session.id, plan: plan.id, planName: plan.name ?? plan.id };
}
