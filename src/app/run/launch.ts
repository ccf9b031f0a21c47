import { type JsonObject, present, withoutAttempt } from '#base';
import type { DrivenRun, StartHere } from '#hosting';
import type { Plan } from '#plan';
import { pinsOfTrial, systemIds, type TrialIn } from '#runtime';
import { say } from '../parts/Toasts';
import { readPins } from '../pins/pinOf';
import type { Extent } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { type Session, useSession } from '../state/session';
import { workspaceToRun } from '../state/slots';
import type { LaunchOptions } from './placement';
import { measuresOf, PartMissing, runsHere, steer } from './runsOfPage';
import { stepOf } from './TimelinePanel';

/**
 * Runs the open plan: asks first for trust where that is needed (T1), for what stands in for capabilities that are not
 * here (S3), and for inputs that have no default (V1).
 *
 * @returns when the run has begun, or what it waits for is asked
 */
export async function launch(session: Session, options: LaunchOptions): Promise<void> {
  // Whoever answered last did so about a workspace that is open no more.
  if (session.closed.aborted) return;
  if (!runsHere()) return;
  const open = planToRun(session, options);
  if (open === undefined) {
    say({ tone: 'bad', text: 'There is no plan here that can run.', help: 'Open a plan.' });
    return;
  }
  if (!session.state.getState().trusted) {
    openDialog({ kind: 'trust', next: (budget) => void launch(session, { ...options, budget }) });
    return;
  }
  if (options.asIs !== true && session.absent(open).length > 0) {
    openDialog({ kind: 'standIns', next: () => void launch(session, { ...options, asIs: true }) });
    return;
  }
  if (
    options.branch === undefined &&
    options.input === undefined &&
    (options.ask || missingInputs(open).length > 0)
  ) {
    openDialog({
      kind: 'inputs',
      unfold: options.ask ?? false,
      next: (given, placement) => void launch(session, { ...options, ...placement, ...given }),
    });
    return;
  }
  const { budget } = session.state.getState();
  await startHere(session, open, budget === null ? options : { budget, ...options });
}

/** That of the branch, else the one that is open. */
function planToRun({ editor }: Session, { branch }: LaunchOptions): Plan | undefined {
  if (branch !== undefined) return branch.workspace.plans.find(({ id }) => id === branch.plan);
  const { plan, machine } = editor.scene.getState();
  const { planId } = editor.view.getState();
  return plan === null && machine === null
    ? undefined
    : editor.workspace.plans.find(({ id }) => id === planId);
}

export function useLaunch(): (options: LaunchOptions) => void {
  const session = useSession();
  return (options) => void launch(session, options);
}

/** IN variables that a run cannot do without: no default stands beside them (V1). */
export function missingInputs(plan: Plan): readonly string[] {
  if (plan.variables === 'open') return [];
  return plan.variables
    .filter(({ scope, default: value }) => scope === 'IN' && value === undefined)
    .map(({ id }) => id);
}

/**
 * D1: goes on from the shown run at the chosen step, after the sheet has said what that means. Where the plan itself is shown, "to
 * here" runs it up to there.
 */
export function goOnAtChosen(session: Session, extent: Exclude<Extent, 'failed'>): void {
  const { editor } = session;
  const scene = editor.scene.getState();
  const { focus } = editor.selection.getState();
  const step = stepOf(scene, focus);
  const card = scene.graph.nodes.find(({ key }) => key === focus);
  if (step !== null) openDialog({ kind: 'goOn', extent, step });
  else if (card === undefined) say({ tone: 'info', text: 'Choose a step first.' });
  else if (card.type === 'STATE')
    say({
      tone: 'info',
      text: 'A state machine goes where its events lead it: a run cannot be told to stop at a state.',
    });
  else void launch(session, { stop: { after: withoutAttempt(card.address) } });
}

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
    ...present({ stop }),
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
