import { IdMint, isJsonObject, type JsonObject } from '#base';
import type { DrivenRun, StartHere } from '#hosting';
import {
  allNodes,
  asksModel,
  type CapabilityPlan,
  type ModelSpec,
  modelsNamedBy,
  type Plan,
  type PlanNode,
} from '#plan';
import type { RunView } from '#projection';
import { pinsOfTrial, systemIds, type TrialIn } from '#runtime';
import { DEFAULT_SLOT, type VaultEntry } from '#storage';
import { readPins } from '../pins/pinOf';
import { layoutStore } from '../state/layout';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { filledBy, workspaceToRun } from '../state/slots';
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

type Closure = NonNullable<RunView['started']>['closure'];

/**
 * The models that a run may still ask and that this page cannot reach: addresses and keys end with the page (T2), so
 * that somebody has to join them again before the run can go on (K6).
 *
 * @param isJoined whether the user has joined a connection of the workspace in this page
 */
export function modelsToJoin(
  { plans, models }: Closure,
  isJoined: (connection: string) => boolean,
): readonly ModelSpec[] {
  const asked = new Set<string>();
  for (const plan of plans) {
    if (plan.kind !== 'capability') continue;
    for (const id of modelsAskedBy(plan)) asked.add(id ?? models[0]?.id ?? '');
  }
  return models.filter(({ id, connection }) => asked.has(id) && !isJoined(connection));
}

/** Ids of models; null stands for the first of the workspace. */
function modelsAskedBy(plan: CapabilityPlan): readonly (string | null)[] {
  return [...allNodes(plan)].flatMap(({ node }) => asksOf(node));
}

/** Flavours that ask no model. */
const WITHOUT_MODEL: ReadonlySet<unknown> = new Set(['rules', 'htn']);

function asksOf(node: PlanNode): readonly (string | null)[] {
  if (node.type === 'PLANNER') {
    const { models = [], planner } = node.params ?? {};
    if (models.length > 0) return WITHOUT_MODEL.has(planner) ? [] : models;
    return typeof planner === 'string' && !WITHOUT_MODEL.has(planner) ? [null] : [];
  }
  if (asksModel(node)) {
    const named = modelsNamedBy(node);
    return named.length > 0 ? named : [null];
  }
  if (node.type !== 'CAPABILITY' || !node.params.capability.startsWith('model.')) return [];
  const model = isJsonObject(node.input) ? node.input.model : undefined;
  return [typeof model === 'string' && !model.includes('{{') ? model : null];
}

/** A model that a connection of the person's own has, and the workspace does not (W7). */
export interface OwnModel {
  /** As a run records it. */
  readonly spec: ModelSpec;
  readonly title: string;
  /** The connection that has to fill its slot. */
  readonly connection: VaultEntry;
}

/**
 * The models of the person's own connections that a fork can ask besides those that it has (D3). Each is asked over a slot that its
 * connection fills here already, else over one of its own.
 *
 * @param models those that the fork has
 */
export function ownModels(
  session: Pick<Session, 'id' | 'storage' | 'state'>,
  models: readonly ModelSpec[],
  connections: readonly VaultEntry[],
): readonly OwnModel[] {
  const picked = session.storage.vault.filled(session.id);
  const slots = [...new Set([...models.map((model) => model.connection), ...picked])];
  const ids = new IdMint([...models.map(({ id }) => id), DEFAULT_SLOT]);
  const newSlots = new IdMint([...slots, DEFAULT_SLOT]);
  return connections.flatMap((connection) => {
    const filled = slots.find((slot) => filledBy(session, slot)?.id === connection.id);
    const slot = filled ?? newSlots.mint(connection.name, 'connection');
    const isThere = (name: string) => models.some((one) => one.connection === slot && one.model === name);
    return namesOf(connection)
      .filter((name) => !isThere(name))
      .map((name) => ({
        spec: { id: ids.mint(name, 'model'), connection: slot, model: name },
        title: `${name} (${connection.name})`,
        connection,
      }));
  });
}

/** The one that it is used with first. */
function namesOf({ model, models }: VaultEntry): readonly string[] {
  return [...new Set([...(model === null ? [] : [model]), ...(models?.names ?? [])])];
}
