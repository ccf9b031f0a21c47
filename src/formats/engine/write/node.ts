import type { JsonObject } from '#base';
import { type ByType, byType, type NodeOf, type PlanNode } from '#plan';
import { childrenOf, type Writing } from './context';
import { groupToTheirs } from './group';
import { engineOf } from './left';
import { capabilityToTheirs, executorToTheirs, plannerToTheirs } from './plugin';
import { sequenceOf } from './sequence';

/** What there is a counterpart for; null where it was named that there is none. */
const COUNTERPARTS: ByType<[writing: Writing], JsonObject | string | null> = {
  CAPABILITY: capabilityToTheirs,
  PLANNER: plannerToTheirs,
  PLAN_EXECUTOR: executorToTheirs,
  GROUP: groupToTheirs,
  LOOP: loopToTheirs,
  END: endToTheirs,
};

/** A node as a plugin or a group of theirs; null where there is none, which was named. */
export function nodeToTheirs(node: PlanNode, writing: Writing): JsonObject | string | null {
  const theirs = byType(COUNTERPARTS, node, writing);
  return theirs === undefined ? leftOut(node, writing) : theirs;
}

function leftOut({ id, type }: PlanNode, { left }: Writing): null {
  left.add(id, '/type', `An engine configuration has no ${type}: "${id}" is left out.`);
  return null;
}

/** What ends with its scope and gives nothing says nothing. */
function endToTheirs(end: NodeOf<'END'>, writing: Writing): null {
  const { result, ends = 'scope' } = end.params ?? {};
  return result === undefined && ends === 'scope' ? null : leftOut(end, writing);
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
