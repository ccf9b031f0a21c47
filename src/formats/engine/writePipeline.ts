import { isJsonObject, type Json, type JsonObject } from '#base';
import type { CapabilityPlan, NodeOf, PlanNode } from '#plan';
import { sequenceOf } from './conditional';
import { nameTests, nodeToTheirs } from './node';
import { plannerToTheirs } from './plugin';
import { LOOP_END, LOOP_START, PLAN_EXECUTOR, PLANNER } from './words';
import { childrenOf, engineOf, theirs, type Writing } from './writing';

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
export function pipelineOf(plan: CapabilityPlan, writing: Writing): Pipeline {
  const kept = engineOf(plan);
  const nodes = sequenceOf(plan, writing.left, null);
  const rest = theirs(plan);
  const { form } = kept;
  if (form === 'capabilities' || form === 'stages') {
    const blocks = blocksOf(nodes, writing, new Repeatable());
    const name = form === 'stages' ? 'stage' : 'capability';
    return {
      value: {
        ...rest,
        [form]: blocks.map(({ capability, groups }) => ({ [name]: capability, groups: [...groups] })),
      },
      order: [],
    };
  }
  if (typeof form === 'string' && form.startsWith('root')) {
    const blocks = blocksOf(nodes, writing, new Set());
    const neverRun = isJsonObject(kept.neverRun) ? kept.neverRun : {};
    const root = Object.fromEntries(blocks.map(({ capability, groups }) => [capability, groups[0] ?? {}]));
    return {
      value: { ...rest, [form]: { ...root, ...neverRun } },
      order: blocks.map(({ capability }) => capability),
    };
  }
  const [only] = nodes;
  const isTree = nodes.length === 1 && (form === 'tree' || only?.type === 'GROUP');
  const tree = only !== undefined && isTree ? nodeToTheirs(only, writing) : null;
  const children = tree === null ? childrenOf(nodes, writing) : [];
  return { value: { ...rest, root: tree ?? { type: 'GROUP', executionMode: 'SYNC', children } }, order: [] };
}

/** Names of capabilities in one pipeline. */
interface Taken {
  has(name: string): boolean;
  add(name: string): unknown;
}

/** In a list the same capability may stand several times. */
class Repeatable implements Taken {
  has(): boolean {
    return false;
  }
  add(): void {}
}

function blocksOf(nodes: readonly PlanNode[], writing: Writing, taken: Taken): readonly Block[] {
  return nodes.flatMap((node): readonly Block[] => {
    if (node.type === 'LOOP' && engineOf(node).iterator === undefined && !taken.has(LOOP_START))
      return loopBlocks(node, taken, writing);
    const capability = nameOf(node, taken);
    const groups = groupsOf(node, writing);
    return groups.length === 0 && engineOf(node).groups !== true ? [] : [{ capability, groups }];
  });
}

/** What runs between two marks; both are groups of nothing. */
function loopBlocks(loop: NodeOf<'LOOP'>, taken: Taken, writing: Writing): readonly Block[] {
  writing.left.fields(loop, []);
  nameTests(loop, writing);
  const { marks } = engineOf(loop);
  const kept = isJsonObject(marks) ? marks : {};
  const nodes = sequenceOf(loop.body, writing.left, loop.id);
  for (const mark of [LOOP_START, LOOP_END])
    if (kept[mark] !== undefined || !nodes.some((node) => engineOf(node).block === mark)) taken.add(mark);
  const inside = nodes.flatMap((node): readonly Block[] => {
    const groups = groupsOf(node, writing);
    const isEmpty = groups.length === 0 && engineOf(node).groups !== true;
    return isEmpty ? [] : [{ capability: nameOf(node, taken), groups }];
  });
  const has = (mark: string): boolean => inside.some(({ capability }) => capability === mark);
  const markOf = (mark: string): readonly Block[] =>
    has(mark) ? [] : [{ capability: mark, groups: emptyMarks(kept[mark]) }];
  return [...markOf(LOOP_START), ...inside, ...markOf(LOOP_END)];
}

function emptyMarks(kept: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(kept)) return (kept as readonly Json[]).filter(isJsonObject);
  return [{ type: 'GROUP', executionMode: 'SYNC', children: [] }];
}

/** The capability that a node was the group of; of a new one its type or its id. */
function nameOf(node: PlanNode, taken: Taken): string {
  const { block } = engineOf(node);
  const wanted =
    typeof block === 'string'
      ? block
      : node.type === PLANNER || node.type === PLAN_EXECUTOR
        ? node.type
        : node.id;
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  taken.add(name);
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
  const isGroup = typeof written === 'object' && written.children !== undefined;
  const isConditional = typeof written === 'object' && written.condition !== undefined;
  return isGroup || isConditional
    ? [written]
    : [{ type: 'GROUP', executionMode: 'SYNC', children: [written] }];
}

function plannerBlock(node: NodeOf<'PLANNER'>, writing: Writing): JsonObject {
  const kept = engineOf(node);
  const group = isJsonObject(kept.group) ? kept.group : {};
  if (kept.plugin === undefined && kept.calls === undefined && group.children !== undefined) {
    plannerToTheirs(node, writing);
    return typed(kept, group);
  }
  return typed(kept, { ...group, children: [plannerToTheirs(node, writing)] });
}

function typed({ untyped }: JsonObject, group: JsonObject): JsonObject {
  return untyped === true ? { ...group } : { type: 'GROUP', ...group };
}
