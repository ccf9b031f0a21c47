import type { RunWriter } from '#hosting';
import type { Commit } from '#kernel';
import type { ModelSpec, Plan } from '#plan';
import { type Host, type RunHandle, resumeRun, startRun, systemIds } from '#runtime';
import type { RunOrigin } from '#storage';
import { readPins } from '../pins/pinsOfPage';
import { layoutStore } from '../state/layout';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { drive, steer } from './drive';
import { hostOfPage } from './hostOfPage';
import type { LaunchOptions } from './launchOptions';

/** Workspaces in which a run is about to begin. */
const starting = new WeakSet<Session>();

/**
 * Starts a run of a plan in this tab, and shows it live, its steps beside it instead of what could be added. Where the
 * workspace is left before it has begun there is none: nobody would see it, nor could steer it. A second start while
 * one is about to begin, as of a double click, is that one.
 */
export async function startHere(session: Session, plan: Plan, options: LaunchOptions): Promise<void> {
  if (starting.has(session)) return;
  starting.add(session);
  const run = await begin(session, plan, options).finally(() => starting.delete(session));
  if (options.paused) await run?.step('over');
}

/** @returns null where no run has begun */
async function begin(session: Session, plan: Plan, options: LaunchOptions): Promise<RunHandle | null> {
  const pins = await readPins(session);
  if (pins === null) return null;
  const runId = systemIds.runId();
  const writer = await openLedger(session, runId, plan, options.name);
  if (writer === null) return null;
  const { branch } = options;
  const host = await hostFor(session, writer, branch?.workspace.models);
  if (host === null) {
    await session.storage.runs.remove(runId);
    return null;
  }
  const {
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
  const started = startRun(host, {
    ...(branch ?? { workspace: workspaceToRun(session), plan: plan.id, input, inputFiles }),
    runId,
    paused,
    ...(stop === undefined ? {} : { stop }),
    pins,
    ...(budget ? { budget } : {}),
    ...(sessionId === undefined ? {} : { labels: { sessionId } }),
    ...(response === undefined || event === undefined ? {} : { goal: { event, response } }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  });
  if (!started.ok) {
    writer.release();
    sayProblems(started.problem);
    return null;
  }
  session.editor.cursor.attach(runId, [], true);
  steer(session, drive(session, started.value, writer));
  showRunPanels();
  return started.value;
}

interface Taking {
  readonly commits: readonly Commit[];
  /** Also from the tab that writes it now (case H3). */
  readonly takeOver: boolean;
  /** Aborted when it is not to be shown any more. */
  readonly left: AbortSignal;
}

/**
 * Takes up a run from its ledger in this tab (K6): one that was going is shown paused (interrupted) until it is
 * resumed.
 *
 * @returns who has it now; `left`: nobody, because something else is to be shown, or it cannot be taken up, which is told
 */
export async function takeUp(
  session: Session,
  runId: string,
  { commits, takeOver, left }: Taking,
): Promise<'here' | 'elsewhere' | 'left'> {
  const summary = await session.storage.runs.summary(runId);
  if (summary === null) return 'elsewhere';
  const writer = await session.storage.runs.open(runId, summary, { takeOver });
  if (writer === null) return 'elsewhere';
  const all = takeOver ? await session.storage.runs.read(runId) : commits;
  const first = all[0]?.fact;
  const recorded = first?.type === 'run.started' ? first.closure.models : [];
  const host = await hostFor(session, writer, recorded);
  if (host === null) return 'left';
  const resumed = resumeRun(host, all, session.editor.workspace);
  if (!resumed.ok) {
    writer.release();
    sayProblems(resumed.problem);
    return 'left';
  }
  // It is shown when it is paused, and not for a moment as if it went on.
  await resumed.value.atRest();
  if (left.aborted) {
    resumed.value.close();
    await resumed.value.done;
    writer.release();
    return 'left';
  }
  session.editor.cursor.attach(runId, resumed.value.commits, true);
  steer(session, drive(session, resumed.value, writer));
  return 'here';
}

/** A run that begins is what is looked at: its steps in the outline, and at its end its answer in the inspector. */
function showRunPanels(): void {
  layoutStore.setState(({ leftTab }) => ({
    leftTab: leftTab === 'palette' ? 'outline' : leftTab,
    planTab: 'run',
  }));
}

/** Null where the workspace was left meanwhile, or what runs need could not be loaded; then nobody writes the ledger. */
async function hostFor(
  session: Session,
  writer: RunWriter,
  recorded: readonly ModelSpec[] = [],
): Promise<Host | null> {
  try {
    const host = await hostOfPage(session, writer, recorded);
    if (!session.closed.aborted) return host;
  } catch (thrown) {
    sayThrown(thrown, 'The run cannot go on: a part of the app could not be loaded.');
  }
  writer.release();
  return null;
}

async function openLedger(
  session: Session,
  runId: string,
  plan: Plan,
  name: string | undefined,
): Promise<RunWriter | null> {
  try {
    return await session.storage.runs.open(runId, originOf(session, plan, name));
  } catch (thrown) {
    sayThrown(thrown, 'The run cannot start.');
    return null;
  }
}

function originOf(session: Session, plan: Plan, name: string | undefined): RunOrigin {
  const origin = { workspace: session.id, plan: plan.id, planName: plan.name ?? plan.id };
  return name === undefined ? origin : { ...origin, name };
}
