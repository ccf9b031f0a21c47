import type { JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { childrenOf, type Writing } from './context';
import { groupToTheirs } from './group';
import { engineOf } from './left';
import { capabilityToTheirs, executorToTheirs, plannerToTheirs } from './plugin';
import { sequenceOf } from './sequence';

/** A node as a plugin or a group of theirs; null where there is none, which was named. */
export function nodeToTheirs(node: PlanNode, writing: Writing): JsonObject | string | null {
  switch (node.type) {
    case 'CAPABILITY':
      return capabilityToTheirs(node, writing);
    case 'PLANNER':
      return plannerToTheirs(node, writing);
    case 'PLAN_EXECUTOR':
      return executorToTheirs(node, writing);
    case 'GROUP':
      return groupToTheirs(node, writing);
    case 'LOOP':
      return loopToTheirs(node, writing);
    case 'END':
      if (node.params?.result === undefined && (node.params?.ends ?? 'scope') === 'scope') return null;
      break;
    default:
  }
  writing.left.add(
    node.id,
    '/type',
    `An engine configuration has no ${node.type}: "${node.id}" is left out.`,
  );
  return null;
}

/** Away from a pipeline's own order only an iterator makes a loop, and it says no test. */
function loopToTheirs(loop: NodeOf<'LOOP'>, writing: Writing): JsonObject | null {
  const { iterator } = engineOf(loop);
  writing.left.fields(loop, []);
  nameTests(loop, writing);
  const nodes = sequenceOf(loop.body, writing.left, loop.id);
  const [only] = nodes;
  const said = { iterator: typeof iterator === 'string' ? iterator : `${loop.id}.iterator` };
  if (only?.type === 'GROUP' && nodes.length === 1) return { ...groupToTheirs(only, writing), ...said };
  return { type: 'GROUP', executionMode: 'SYNC', ...said, children: childrenOf(nodes, writing) };
}

/** `until: "true"`, one round, is what an import writes where nothing was said. */
export function nameTests({ id, params }: NodeOf<'LOOP'>, { left }: Writing): void {
  if (params.until === 'true' && params.while === undefined && params.maxIterations === 1) return;
  left.add(
    id,
    '/params',
    `An engine configuration has neither tests nor bounds: those of "${id}" are left out.`,
  );
}
