import { IdMint, isJsonObject } from '#base';
import {
  allNodes,
  asksModel,
  type CapabilityPlan,
  type ModelSpec,
  modelsNamedBy,
  type PlanNode,
} from '#plan';
import type { RunView } from '#projection';
import { type Host, type LedgerStore, systemClock, systemIds, unconnectedAmong } from '#runtime';
import { DEFAULT_SLOT, type VaultEntry } from '#storage';
import { documentsOfPage, sqlOfPage, stepsOfPage } from '../state/services';
import type { Session } from '../state/session';
import { filledBy, modelsOfPage, slotStanding } from '../state/slots';

/**
 * The outside that runs of this page may use: its clock, its storage, its models and capabilities.
 *
 * @param recorded the models of a run that goes on
 */
export async function hostOfPage(
  session: Session,
  ledger: LedgerStore,
  recorded: readonly ModelSpec[] = [],
): Promise<Host> {
  const [models, { describeDocuments, stepsInWorker, withMade, withStepsAside }] = await Promise.all([
    modelsOfPage(session, recorded),
    import('#capabilities'),
  ]);
  const { storage } = session;
  const { vault } = storage;
  const capabilities = withStepsAside(session.capabilities, () => stepsOfPage(storage, stepsInWorker));
  return {
    clock: systemClock,
    ids: systemIds,
    ledger,
    capabilities: withMade(capabilities, session.editor.workspace),
    models,
    unconnected: unconnectedAmong(models.list, (slot) => slotStanding(session, slot)),
    addressOf: (slot) => filledBy(session, slot)?.url ?? null,
    hasConnections: () => vault.list.length > 0,
    onConnect: (listener) => vault.subscribe(listener),
    describe: describeDocuments,
    blobs: storage.blobs,
    sessions: storage.sessions.of(session.id),
    sql: sqlOfPage(),
    documents: documentsOfPage(storage),
    onFile: (listener) =>
      storage.onChange((kept) => {
        if (kept.includes('blobs')) listener();
      }),
    secrets: () => vault.secrets(),
    online,
    ended: (runId, signal) => storage.runs.ended(runId, signal),
  };
}

/** Resolves when the browser says that there is a network: at once where it has not said otherwise. */
function online(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
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
