import { type Diagnostic, err, isJsonObject, type Json, type JsonObject, ok, present } from '#base';
import type { CapabilityPlan, NodeOf, PlanNode, Workspace } from '#plan';
import type { Exported, Exporter } from '../common/codec';
import { Fields, listAt, objectAt, omitted, textAt } from '../common/fields';
import { LeftOut, unfit } from '../common/kept';
import { ImportReport } from '../common/report';
import {
  childrenOf,
  engineOf,
  inSeconds,
  milliseconds,
  nameCall,
  retryOf,
  retryToTheirs,
  theirs,
  type Writing,
} from './around';
import { branchesIn, conditionalIn, sequenceOf } from './conditional';
import { mergedBy } from './group';
import { nameTests, nodeToTheirs } from './node';
import { plannerToTheirs } from './plugin';
import {
  DEFAULT_ORDER,
  LOOP_END,
  LOOP_START,
  namesOf,
  PLAN_EXECUTOR,
  PLAN_SAFETY,
  PLANNER,
  policyName,
  SAME_CAPABILITY,
} from './words';

/**
 * Writes a plan as a pipeline of an engine configuration, with the other pipelines that came with it; a plan that was
 * read from a CapabilityPlan is written as one again. What the format has no word for is named.
 */
export const exportEngine: Exporter = (plan, workspace) => {
  if (plan.kind !== 'capability') return err(unfit(plan.id, 'an engine configuration holds pipelines', HELP));
  if (engineOf(plan).form === 'groups') return ok(groupsOfPlan(plan));
  const others = workspace.plans.filter(
    (one): one is CapabilityPlan =>
      one.kind === 'capability' && one.id !== plan.id && engineOf(one).form !== undefined,
  );
  const leftOut: Diagnostic[] = [];
  const root = theirs(workspace);
  const pipelines: Record<string, Json> = {};
  let order: readonly string[] =
    orderAt(root, 'capabilityOrder') ?? orderAt(root, 'stageOrder') ?? DEFAULT_ORDER;
  const given = order;
  for (const one of [plan, ...others]) {
    const left = leftOutOf(one);
    const { value, order: needed } = pipelineOf(one, writingOf(one, root, left));
    pipelines[textAt(engineOf(one), 'id') ?? one.id] = value;
    order = orderFor(needed, order, left);
    nameVariables(one, left);
    leftOut.push(...left.all);
  }
  const orderKey =
    root.capabilityOrder === undefined && root.stageOrder !== undefined ? 'stageOrder' : 'capabilityOrder';
  const value = {
    configVersion: '1.0',
    worker: { queueName: workspace.id },
    ...root,
    ...(order === given ? {} : { [orderKey]: [...order] }),
    ...featuresOf(root, workspace),
    pipelines,
  };
  return ok({ value, leftOut });
};

function writingOf(plan: CapabilityPlan, root: JsonObject, left: LeftOut) {
  const kept = engineOf(plan);
  const names = namesOf(root).within(kept);
  // What stands there was read once already: it is read again for the same values.
  const report = new ImportReport();
  const activity = new Fields(root, '', report).inside('activity');
  const pipelineSeconds = kept.defaultTimeoutSeconds;
  const seconds = activity.inside('defaultTimeouts').number('startToCloseSeconds');
  const ownSeconds = typeof pipelineSeconds === 'number' && pipelineSeconds > 0 ? pipelineSeconds : seconds;
  return {
    left,
    timeoutMs: milliseconds(ownSeconds),
    retry: retryOf(activity, { report }),
    completion: textAt(kept, 'defaultAsyncCompletionPolicy')?.toUpperCase() ?? 'ALL',
    merge: policyName(kept.mergePolicy) ?? 'LAST_WINS',
    mergeOf: names.merge,
    node: nodeToTheirs,
  };
}

function leftOutOf({ id }: CapabilityPlan): LeftOut {
  return new LeftOut(id, (name, node) => `An engine configuration has no word for "${name}" of "${node}".`);
}

/** The order stays as it is where it fits; else what is needed comes first, in its own order. */
function orderFor(needed: readonly string[], order: readonly string[], left: LeftOut): readonly string[] {
  const places = needed.map((name) => placeIn(order, name));
  if (isRising(places) && !places.includes(-1)) return order;
  if (order !== DEFAULT_ORDER && !isRising(places.filter((place) => place >= 0)))
    left.add(
      null,
      '/edges',
      'The order of capabilities is one for all pipelines: it is now that of this plan.',
    );
  return [...needed, ...order.filter((name) => !needed.includes(name))];
}

/** A capability may stand in the order under its other name. */
function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name);
  return place >= 0 ? place : order.indexOf(SAME_CAPABILITY.get(name) ?? name);
}

function isRising(places: readonly number[]): boolean {
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
}

/** The texts of a list; undefined where it says nothing. */
function orderAt(root: JsonObject, key: string): readonly string[] | undefined {
  const list = listAt(root, key);
  return list.length === 0 ? undefined : list.filter((name) => typeof name === 'string');
}

function featuresOf(root: JsonObject, { policies }: Workspace): JsonObject {
  const listed = orderAt(root, 'enabledFeatures') ?? [];
  const isSafe = policies.some(({ planSafety }) => planSafety === true);
  if (isSafe === listed.includes(PLAN_SAFETY)) return {};
  return {
    enabledFeatures: isSafe ? [...listed, PLAN_SAFETY] : listed.filter((name) => name !== PLAN_SAFETY),
  };
}

function nameVariables(plan: CapabilityPlan, left: LeftOut): void {
  if (plan.variables !== 'open' && plan.variables.length > 0)
    left.add(null, '/variables', 'An engine configuration declares no variables.');
  if (plan.result !== undefined)
    left.add(null, '/result', 'A pipeline gives all that was written: it has no result.');
}

const HELP = 'Choose a capability plan, or the format of state machines.';

/** A plan as a CapabilityPlan: groups, and by their places in the list what each follows. */
function groupsOfPlan(plan: CapabilityPlan): Exported {
  const left = leftOutOf(plan);
  const nodes = plan.nodes.filter(({ type }) => type !== 'NOTE');
  const groups = nodes.map((node) => ({ node, group: groupOf(node, left) }));
  const written = groups.filter(({ group }) => group !== null);
  const places = new Map(written.map(({ node }, index) => [node.id, index]));
  const isChain = written.every(({ node }, index) => {
    const before = plan.edges.filter(({ to }) => to === node.id);
    return index === 0
      ? before.length === 0
      : before.length === 1 && before[0]?.from === written[index - 1]?.node.id;
  });
  for (const edge of plan.edges)
    if (edge.port !== 'out')
      left.add(
        edge.from,
        '/edges',
        `Groups follow each other whatever came of them: the port "${edge.port}" is left out.`,
      );
  const before = written.map(({ node }) =>
    plan.edges.flatMap(({ from, to }) => (to === node.id ? (places.get(from) ?? []) : [])),
  );
  if (!isChain && before.every(({ length }) => length === 0))
    left.add(null, '/edges', 'Groups of which none depends on another run one after another there.');
  const value = {
    groups: written.map(({ group }, index) => {
      const indices = before[index] ?? [];
      return isChain || indices.length === 0 ? (group ?? {}) : { ...group, dependsOnGroupIndices: indices };
    }),
    ...theirs(plan),
  };
  return { value, leftOut: left.all };
}

function groupOf(node: PlanNode, left: LeftOut): JsonObject | null {
  const kept = keptOf(node);
  if (node.type === 'CAPABILITY') {
    return { definitions: [definitionOf(node, left)], ...objectAt(kept, '$group') };
  }
  if (node.type !== 'GROUP') {
    left.add(node.id, '/type', `A group holds capabilities: the ${node.type} "${node.id}" is left out.`);
    return null;
  }
  left.fields(node, []);
  const conditional = node.params.mode === 'ASYNC' ? conditionalIn(node.body) : null;
  if (conditional !== null) {
    const branches = conditional.branches.map((branch) =>
      branch.map((one) => groupOf(one, left)).filter((one) => one !== null),
    );
    return { conditionDefinition: definitionOf(conditional.condition, left), branches, ...kept };
  }
  return { definitions: definitionsOf(node, left), ...policies(node), ...kept };
}

function definitionsOf(node: NodeOf<'GROUP'>, left: LeftOut): Json[] {
  const nodes = node.params.mode === 'SYNC' ? node.body.nodes : branchesIn(node.body, left, node.id).flat();
  const mode = node.params.mode === 'SYNC' ? { executionMode: 'SYNC' } : {};
  return nodes.flatMap((one) => {
    if (one.type === 'CAPABILITY') return [{ ...mode, ...definitionOf(one, left) }];
    left.add(one.id, '/type', `A definition calls a capability: the ${one.type} "${one.id}" is left out.`);
    return [];
  });
}

function policies({ params }: NodeOf<'GROUP'>): JsonObject {
  if (params.mode === 'SYNC') return {};
  const { completion, merge } = params;
  return present({
    asyncPolicy: completion,
    asyncOutputMergePolicyName: merge === undefined ? undefined : mergedBy(merge),
  });
}

function definitionOf(node: NodeOf<'CAPABILITY'>, left: LeftOut): JsonObject {
  nameCall(node, left);
  const kept = keptOf(node);
  const options = objectAt(kept, 'retryOptions');
  return {
    name: node.params.capability,
    ...present({ timeout: inSeconds(node.timeoutMs) }),
    ...(node.retry === undefined ? {} : { retryOptions: { ...retryToTheirs(node.retry), ...options } }),
    ...omitted(kept, ['$group', 'retryOptions']),
  };
}

/** What was kept of theirs: by an import under its name, by the reader of replies as it is. */
function keptOf(node: PlanNode): JsonObject {
  return node.source?.engine === undefined ? (node.source ?? {}) : engineOf(node);
}

/** A pipeline, and the capabilities that it runs in this order. */
interface Pipeline {
  readonly value: JsonObject;
  /** Empty where the pipeline orders its nodes itself. */
  readonly order: readonly string[];
}

interface Block {
  readonly capability: string;
  readonly groups: readonly (JsonObject | string)[];
}

/** A plan as a pipeline: in the form that it came in, else as one tree. */
function pipelineOf(plan: CapabilityPlan, writing: Writing): Pipeline {
  const kept = engineOf(plan);
  const nodes = sequenceOf(plan, writing.left, null);
  const rest = theirs(plan);
  const { form } = kept;
  if (form === 'capabilities' || form === 'stages') {
    const blocks = blocksOf(nodes, writing, null);
    const name = form === 'stages' ? 'stage' : 'capability';
    const listed = blocks.map(({ capability, groups }) => ({ [name]: capability, groups }));
    return { value: { ...rest, [form]: listed }, order: [] };
  }
  if (typeof form === 'string' && form.startsWith('root')) {
    const blocks = blocksOf(nodes, writing, new Set());
    const root = Object.fromEntries(blocks.map(({ capability, groups }) => [capability, groups[0] ?? {}]));
    return {
      value: { ...rest, [form]: { ...root, ...objectAt(kept, 'neverRun') } },
      order: blocks.map(({ capability }) => capability),
    };
  }
  const [only] = nodes;
  const isTree = nodes.length === 1 && (form === 'tree' || only?.type === 'GROUP');
  const tree = only !== undefined && isTree ? nodeToTheirs(only, writing) : null;
  const children = tree === null ? childrenOf(nodes, writing) : [];
  return { value: { ...rest, root: tree ?? { type: 'GROUP', executionMode: 'SYNC', children } }, order: [] };
}

/** Names of capabilities in one pipeline; null in a list, where the same may stand several times. */
type Taken = Set<string> | null;

function blocksOf(nodes: readonly PlanNode[], writing: Writing, taken: Taken): readonly Block[] {
  return nodes.flatMap((node): readonly Block[] =>
    node.type === 'LOOP' && engineOf(node).iterator === undefined && !taken?.has(LOOP_START)
      ? loopBlocks(node, taken, writing)
      : blockOf(node, taken, writing),
  );
}

/** None where nothing of the node is written. */
function blockOf(node: PlanNode, taken: Taken, writing: Writing): readonly Block[] {
  const groups = groupsOf(node, writing);
  const isEmpty = groups.length === 0 && engineOf(node).groups !== true;
  return isEmpty ? [] : [{ capability: nameOf(node, taken), groups }];
}

/** What runs between two marks; both are groups of nothing. */
function loopBlocks(loop: NodeOf<'LOOP'>, taken: Taken, writing: Writing): readonly Block[] {
  writing.left.fields(loop, []);
  nameTests(loop, writing);
  const kept = objectAt(engineOf(loop), 'marks') ?? {};
  const nodes = sequenceOf(loop.body, writing.left, loop.id);
  for (const mark of [LOOP_START, LOOP_END])
    if (kept[mark] !== undefined || !nodes.some((node) => engineOf(node).block === mark)) taken?.add(mark);
  const inside = nodes.flatMap((node) => blockOf(node, taken, writing));
  const has = (mark: string): boolean => inside.some(({ capability }) => capability === mark);
  const markOf = (mark: string): readonly Block[] =>
    has(mark) ? [] : [{ capability: mark, groups: emptyMarks(kept[mark]) }];
  return [...markOf(LOOP_START), ...inside, ...markOf(LOOP_END)];
}

function emptyMarks(kept: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(kept)) return kept.filter(isJsonObject);
  return [{ type: 'GROUP', executionMode: 'SYNC', children: [] }];
}

/** The capability that a node was the group of; of a new one its type or its id. */
function nameOf(node: PlanNode, taken: Taken): string {
  const ofType = node.type === PLANNER || node.type === PLAN_EXECUTOR ? node.type : node.id;
  const wanted = textAt(engineOf(node), 'block') ?? ofType;
  let name = wanted;
  for (let number = 2; taken?.has(name); number++) name = `${wanted}_${number}`;
  taken?.add(name);
  return name;
}

function groupsOf(node: PlanNode, writing: Writing): readonly (JsonObject | string)[] {
  const kept = engineOf(node);
  if (kept.groups === true && node.type === 'GROUP') return childrenOf(node.body.nodes, writing);
  if (node.type === 'PLAN_EXECUTOR' && isJsonObject(kept.group)) {
    nodeToTheirs(node, writing);
    return [typed(kept, kept.group)];
  }
  if (node.type === 'PLANNER' && kept.block !== undefined) return [plannerBlock(node, writing)];
  const written = nodeToTheirs(node, writing);
  if (written === null) return [];
  const isGroup =
    typeof written === 'object' && (written.children !== undefined || written.condition !== undefined);
  return isGroup ? [written] : [{ type: 'GROUP', executionMode: 'SYNC', children: [written] }];
}

function plannerBlock(node: NodeOf<'PLANNER'>, writing: Writing): JsonObject {
  const kept = engineOf(node);
  const group = objectAt(kept, 'group') ?? {};
  if (kept.plugin === undefined && kept.calls === undefined && group.children !== undefined) {
    plannerToTheirs(node, writing);
    return typed(kept, group);
  }
  return typed(kept, { ...group, children: [plannerToTheirs(node, writing)] });
}

function typed({ untyped }: JsonObject, group: JsonObject): JsonObject {
  return untyped === true ? { ...group } : { type: 'GROUP', ...group };
}
