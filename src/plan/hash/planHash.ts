import { canonicalJson, type Hash, hashJson, isJsonObject, type Json, type JsonObject, present } from '#base';
import type { Field, RoleName, Variable } from '../fields/fields';
import { type AnySchema, defaultOf, fieldsFor, schemaInside } from '../fields/inspect';
import { allNodes, bodiesOf, plansInside } from '../graph/bodies';
import { asksModel, MODEL_CAPABILITY } from '../graph/calls';
import { fieldsOf, fieldsOfMachine } from '../graph/fieldsOf';
import { MIGRATIONS, type MigrationSequence, walkMigrations } from '../migrations/migrate';
import { capabilityInMerge } from '../nodes/branching';
import { type Body, edgeKey, type NodeOf, type PlanNode } from '../nodes/node';
import type { CapabilityPlan, Plan } from '../schema/plan';
import type {
  DelayedTransition,
  EventTransition,
  Invocation,
  State,
  StateMachinePlan,
  Transition,
} from '../schema/stateMachine';
import { type Workspace, workspaceSchema } from '../schema/workspace';

/**
 * A document in its written form: the keys of our own objects in the order of the schema, defaults left out.
 * Foreign JSON (inputs, schemas, sources) and records keep the order they have.
 */
function ordered(schema: AnySchema, value: Json): Json {
  if (Array.isArray(value)) return value.map((item, index) => inside(schema, value, index, item));
  if (!isJsonObject(value)) return value;
  const fields = fieldsFor(schema, value);
  const written: [string, Json][] = [];
  for (const key of fields?.keys() ?? Object.keys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    const itemSchema = fields ? fields.get(key) : schemaInside(schema, value, key);
    if (fields && itemSchema && isDefault(itemSchema, item)) continue;
    written.push([key, itemSchema ? ordered(itemSchema, item) : item]);
  }
  return Object.fromEntries(written);
}

function inside(schema: AnySchema, value: Json, key: string | number, item: Json): Json {
  const itemSchema = schemaInside(schema, value, key);
  return itemSchema ? ordered(itemSchema, item) : item;
}

function isDefault(schema: AnySchema, value: Json): boolean {
  const byDefault = defaultOf(schema);
  if (byDefault === undefined || typeof byDefault !== typeof value) return false;
  // A list of thousands of edges is not written out to learn that it is not empty.
  if (Array.isArray(byDefault) && Array.isArray(value) && byDefault.length !== value.length) return false;
  return canonicalJson(byDefault) === canonicalJson(value);
}

/** The keys of an object sorted by code units, for records whose order says nothing. */
function sortedRecord(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/**
 * A workspace as the text of a `.planloom.json` file: two spaces, our keys in the order of the schema, defaults
 * left out, and a line feed at the end. Equal workspaces give equal bytes: `write(read(write(w)))` is `write(w)`.
 */
export function write(workspace: Workspace): string {
  return `${JSON.stringify(toJson(workspace), null, 2)}\n`;
}

/** A workspace as the JSON that is written, for hashing and for links. */
export function toJson(workspace: Workspace): JsonObject {
  const { layout: _layout, ...document } = ordered(workspaceSchema, workspace as Json) as JsonObject;
  const layout = sortedLayout(workspace.layout);
  return Object.keys(layout).length === 0 ? document : withLayout(document, layout);
}

/** Layout comes last but for what is foreign, as in the schema. */
function withLayout({ source, ...document }: JsonObject, layout: JsonObject): JsonObject {
  return source === undefined ? { ...document, layout } : { ...document, layout, source };
}

/** The order in which nodes were placed says nothing, and would make undo leave traces; so would empty entries. */
function sortedLayout(layout: Workspace['layout']): JsonObject {
  const plans = Object.entries(layout).filter(([, places]) => Object.keys(places).length > 0);
  return sortedRecord(
    Object.fromEntries(plans.map(([plan, places]) => [plan, sortedRecord(places as JsonObject)])),
  );
}

/**
 * The plan hash (W4): SHA-256 over the canonical JSON (RFC 8785) of what the plan means and of the hashes of
 * all that it refers to. A run is pinned to it.
 */
export function planHash(plan: Plan, workspace: Workspace): Hash {
  return hashJson({ plan: meaningOfPlan(plan), references: hashesOfReferences(plan, workspace) });
}

/** The hash of one node's definition, without what lies in it: what a recorded result belongs to (D11). */
export function nodeHash(node: PlanNode): Hash {
  return hashJson(meaningOfNodeAlone(node));
}

/** The hash of a dynamic plan: the same idea, without variables and references of its own. */
export function bodyHash(body: Body): Hash {
  return hashJson(meaningOfBody(body));
}

/** The same of a dynamic plan that is a machine (M5). */
export function machineHash(plan: StateMachinePlan): Hash {
  return hashJson(meaningOfPlan(plan));
}

/** The hash that trust binds to (T1): of the whole workspace as it would be written, names and layout too. */
export function workspaceHash(workspace: Workspace): Hash {
  return hashJson(toJson(workspace));
}

/**
 * The same of a workspace as it was in an older version of the format (W5): what was trusted there is still trusted when a
 * newer version of the app has migrated it, and nothing else is.
 *
 * @param version of the format, from 1 to the newest one
 */
export function workspaceHashIn(
  version: number,
  workspace: Workspace,
  sequence: MigrationSequence = MIGRATIONS,
): Hash {
  return hashJson(walkMigrations(sequence, toJson(workspace), sequence.newest, version));
}

/**
 * What a plan means, as JSON: ids, types, parameters, edges, variables and contracts; not names, descriptions,
 * notes, layout, foreign leftovers (W4). Edges are sorted, because their order never matters (R22), and an
 * empty object of parameters is the same as none.
 */
function meaningOfPlan(plan: Plan): JsonObject {
  return plan.kind === 'capability' ? meaningOfCapabilityPlan(plan) : meaningOfMachine(plan);
}

/** The same for a body: what a planner proposed, or the inside of a container. */
function meaningOfBody(body: Body): JsonObject {
  return {
    nodes: body.nodes.filter((node) => node.type !== 'NOTE').map(meaningOfNode),
    edges: body.edges.map(edgeKey).toSorted(),
  };
}

function meaningOfCapabilityPlan(plan: CapabilityPlan): JsonObject {
  return {
    id: plan.id,
    kind: plan.kind,
    variables: plan.variables === 'open' ? 'open' : plan.variables.map(meaningOfVariable),
    strict: plan.strict ?? false,
    ...present({ result: plan.result, features: plan.features }),
    ...meaningOfBody(plan),
  };
}

function meaningOfVariable(variable: Variable): JsonObject {
  const { description: _description, ...meaning } = variable;
  return asJson(meaning);
}

function meaningOfNode(node: PlanNode): JsonObject {
  const inner = bodiesOf(node).map(({ name, body }) => [name, meaningOfBody(body)] as const);
  return { ...meaningOfNodeAlone(node), ...Object.fromEntries(inner) };
}

/** What a node means itself, without what lies in it. */
function meaningOfNodeAlone(node: PlanNode): JsonObject {
  const { name: _name, source: _source, params, ...rest } = node;
  const withParams = params && Object.keys(params).length > 0 ? { params } : {};
  const bodies = new Set<string>(bodiesOf(node).map(({ name }) => name));
  const own = Object.entries(rest).filter(([key]) => !bodies.has(key));
  return asJson({ ...Object.fromEntries(own), ...withParams });
}

/** Optional keys of the schema's types may be undefined; canonical JSON leaves those out. */
function asJson(value: object): JsonObject {
  return value as { readonly [key: string]: Json };
}

/**
 * What a state machine means (W4): not names, descriptions, `meta` and foreign leftovers, wherever they stand; an empty
 * list is the same as none.
 */
function meaningOfMachine(plan: StateMachinePlan): JsonObject {
  const { name: _name, description: _description, source: _source, responders, ...machine } = plan;
  return dropEmpty({
    ...meaningOfShared(machine),
    responders: responders?.map(withoutSource),
    variables: plan.variables.map(meaningOfVariable),
    states: plan.states.map(meaningOfState),
  });
}

function meaningOfState(state: State): JsonObject {
  const { name: _name, description: _description, source: _source, states, ...rest } = state;
  return dropEmpty({ ...meaningOfShared(rest), states: states?.map(meaningOfState) });
}

/** What the machine itself and its states have in common. */
function meaningOfShared(
  node: Omit<State, 'id' | 'states' | 'type'> | Omit<StateMachinePlan, 'type'>,
): object {
  const { meta: _meta, on, always, after, onDone, entry, exit, initialActions, invoke, ...rest } = node;
  return {
    ...rest,
    on: on?.map(meaningOfTransition),
    always: always?.map(meaningOfTransition),
    after: after?.map(meaningOfTransition),
    onDone: onDone?.map(meaningOfTransition),
    entry: entry?.map(withoutSource),
    exit: exit?.map(withoutSource),
    initialActions: initialActions?.map(withoutSource),
    invoke: invoke?.map(meaningOfInvocation),
  };
}

function meaningOfTransition(transition: EventTransition | DelayedTransition | Transition): JsonObject {
  const { description: _description, source: _source, actions, ...rest } = transition;
  return dropEmpty({ ...rest, actions: actions?.map(withoutSource) });
}

function meaningOfInvocation(invocation: Invocation): JsonObject {
  const { source: _source, onDone, onError, ...rest } = invocation;
  return dropEmpty({
    ...rest,
    onDone: onDone?.map(meaningOfTransition),
    onError: onError?.map(meaningOfTransition),
  });
}

function withoutSource({ source: _source, ...rest }: object & { readonly source?: unknown }): JsonObject {
  return dropEmpty(rest);
}

function dropEmpty(value: object): JsonObject {
  const entries: readonly (readonly [string, Json | undefined])[] = Object.entries(value);
  const kept = entries.flatMap(([key, item]) =>
    item === undefined || (LISTS.has(key) && Array.isArray(item) && item.length === 0)
      ? []
      : [[key, item] as const],
  );
  return Object.fromEntries(kept);
}

/** Lists of the language, as opposed to data, in which an empty list is something. */
const LISTS = new Set(
  'on always after onDone onError entry exit initialActions invoke actions tags responders guards delays'.split(
    ' ',
  ),
);

const COLLECTIONS = ['prompts', 'planners', 'models', 'parsers', 'features', 'capabilities'] as const;
type Collection = (typeof COLLECTIONS)[number];

/**
 * What a plan refers to in its workspace, by collection; ids that are not there are listed all the same. Of capabilities
 * ids, and patterns of allow-lists such as `table.*`.
 */
export type PlanReferences = { readonly [Of in Collection]: ReadonlySet<string> };

/** Collects the references of all nodes of a plan, or of a machine and its states. */
export function referencesOf(plan: Plan): PlanReferences {
  const found: Found = {
    prompts: new Set(),
    planners: new Set(),
    models: new Set(),
    parsers: new Set(),
    features: new Set(),
    capabilities: new Set(),
  };
  if (plan.kind === 'capability') {
    for (const { feature } of plan.features ?? []) found.features.add(feature);
    for (const { node } of allNodes(plan)) collect(node, found);
  } else {
    for (const field of fieldsOfMachine(plan)) note(field, found);
  }
  return found;
}

/** The hash of everything in the workspace that a plan refers to, by kind and id (W4). */
function hashesOfReferences(plan: Plan, workspace: Workspace): { readonly [kind: string]: Json } {
  const plans = plansInside(plan, workspace.plans).filter(({ id }) => id !== plan.id);
  return {
    ...(plans.length === 0 ? {} : { plans: hashesOfPlans(plans, workspace) }),
    ...ownReferences(plan, workspace),
  };
}

/** The same without the plans that it opens. */
function ownReferences(plan: Plan, workspace: Workspace): { readonly [kind: string]: Json } {
  const references = referencesOf(plan);
  const patterns = [...references.capabilities];
  const isUsed = (of: Collection, id: string): boolean =>
    of === 'capabilities' ? patterns.some((pattern) => allows(pattern, id)) : references[of].has(id);
  return Object.fromEntries(
    COLLECTIONS.map((of) => {
      const items: readonly Item[] = workspace[of];
      return [of, Object.fromEntries(items.filter(({ id }) => isUsed(of, id)).map(hashOfItem))];
    }),
  );
}

/** Each with what it refers to, but for the plans that it opens in turn: those are in the list too. */
function hashesOfPlans(plans: readonly Plan[], workspace: Workspace): { readonly [id: string]: Json } {
  return Object.fromEntries(
    plans.map((plan) => [
      plan.id,
      hashJson({ plan: meaningOfPlan(plan), references: ownReferences(plan, workspace) }),
    ]),
  );
}

/** Whether an entry of an allow-list stands for a capability (P8): the id itself, or a prefix before `*`. */
export function allows(pattern: string, capability: string): boolean {
  if (!pattern.endsWith('*')) return pattern === capability;
  return capability.startsWith(pattern.slice(0, -1));
}

type Item = Workspace[Collection][number];

/** What it is called says nothing. */
function hashOfItem({
  name: _name,
  ...meaning
}: Item & { readonly name?: unknown }): readonly [string, Hash] {
  return [meaning.id, hashJson(asJson(meaning))];
}

type Found = { readonly [Of in Collection]: Set<string> };

function collect(node: PlanNode, found: Found): void {
  for (const field of fieldsOf(node)) note(field, found);
  if (asksModel(node)) found.capabilities.add(MODEL_CAPABILITY);
}

/** By the role of a field: the collection whose items it names. What calls a capability names it, however it is called. */
const NAMES: Readonly<Partial<Record<RoleName, Collection>>> = {
  prompt: 'prompts',
  planner: 'planners',
  model: 'models',
  parser: 'parsers',
  feature: 'features',
  capability: 'capabilities',
  merge: 'capabilities',
  asked: 'capabilities',
  tool: 'capabilities',
};

function note({ is, value }: Field, found: Found): void {
  const collection = NAMES[is];
  if (collection === undefined || typeof value !== 'string') return;
  const name = is === 'merge' ? capabilityInMerge(value) : value;
  if (name !== null) found[collection].add(name);
}

/** The capability that a PLANNER asks for its plan (P2); null where it plans in another way. */
export function capabilityAsked({ params }: NodeOf<'PLANNER'>): string | null {
  const planner = params?.planner;
  return typeof planner === 'object' && planner.flavour === 'capability' ? planner.use : null;
}
