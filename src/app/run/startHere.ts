import type { JsonObject } from '#base';
import type { DrivenRun, StartHere } from '#hosting';
import type { Plan } from '#plan';
import { pinsOfTrial, systemIds, type TrialIn } from '#runtime';
import { readPins } from '../pins/pinOf';
import { layoutStore } from '../state/layout';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { steer } from './drive';
import type { LaunchOptions } from './placement';
import { measuresOf, PartMissing } from './runsOfPage';

/**
 * Starts a run of a plan in this tab, and shows it live, its steps beside it instead of what could be added. Where the
 * workspace is left before it has begun there is none: nobody would see it, nor could steer it. A second start while
 * one is about to begin, as of a double click, is that one.
 */
export async function startHere(session: Session, plan: Plan, options: LaunchOptions): Promise<void> {
  const { shown } = session;
  if (shown.isStarting) return;
  shown.isStarting = true;
  const run = await begin(session, plan, options).finally(() => {
    shown.isStarting = false;
  });
  if (run === null) return;
  steer(session, run);
  showRunPanels();
  if (options.paused) await run.handle.step('over');
}

/**
 * Runs one node of a plan alone (D1). It goes on beside what is shown, which stays as it is.
 *
 * @returns the id of the run; null where none has begun, which was said
 */
export async function startTrial(
  session: Session,
  trial: TrialIn,
  input: JsonObject,
): Promise<string | null> {
  const pins = await readPins(session);
  if (pins === null) return null;
  const { plan, workspace } = trial;
  const { budget } = session.state.getState();
  return startBeside(session, {
    workspace,
    plan: plan.id,
    input,
    runId: systemIds.runId(),
    name: `Try “${plan.name ?? plan.id}”`,
    pins: pinsOfTrial(pins, trial),
    trial: true,
    ...(budget === null ? {} : { budget }),
  });
}

/**
 * Starts a run that goes on beside what is shown.
 *
 * @returns its id; null where none has begun, which was said
 */
export async function startBeside(session: Session, options: StartHere): Promise<string | null> {
  const started = await startOrSay(session, options);
  return started?.handle.runId ?? null;
}

/** @returns null where no run has begun */
async function begin(session: Session, plan: Plan, options: LaunchOptions): Promise<DrivenRun | null> {
  const pins = await readPins(session);
  if (pins === null) return null;
  const {
    branch,
    name,
    input = {},
    inputFiles,
    paused = false,
    budget,
    sessionId,
    dependsOn = [],
    response,
    stop,
  } = options;
  const event = plan.kind === 'state-machine' ? plan.onGoal : undefined;
  return startOrSay(session, {
    ...(branch ?? (await anew(session, plan, { input, inputFiles }))),
    runId: systemIds.runId(),
    name,
    paused,
    ...(stop === undefined ? {} : { stop }),
    pins,
    ...(budget ? { budget } : {}),
    ...(sessionId === undefined ? {} : { labels: { sessionId } }),
    ...(response === undefined || event === undefined ? {} : { goal: { event, response } }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  });
}

/** A run that goes on from no other. */
async function anew(
  session: Session,
  { id }: Plan,
  given: Pick<StartHere, 'input' | 'inputFiles'>,
): Promise<Pick<StartHere, 'workspace' | 'plan' | 'input' | 'inputFiles' | 'measures'>> {
  const workspace = workspaceToRun(session);
  return { workspace, plan: id, ...given, measures: await measuresOf(session, workspace.models) };
}

/** Null where it has not begun; why, is said. */
async function startOrSay({ runs }: Session, options: StartHere): Promise<DrivenRun | null> {
  try {
    const started = await runs.start(options);
    if (started.ok) return started.value;
    sayProblems(started.problem);
  } catch (thrown) {
    sayThrown(thrown, thrown instanceof PartMissing ? thrown.what : 'The run cannot start.');
  }
  return null;
}

/** A run that begins is what is looked at: its steps in the outline, and at its end its answer in the inspector. */
function showRunPanels(): void {
  layoutStore.setState(({ leftTab }) => ({
    leftTab: leftTab === 'palette' ? 'outline' : leftTab,
    planTab: 'run',
  }));
}
