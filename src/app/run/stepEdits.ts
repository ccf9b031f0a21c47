import { allNodes, type Body, type PlanNode, titleOf, type Workspace, withBodies } from '#plan';
import { changedFields, shortValue } from '#projection';

const MOST = 8;
const EMPTY: Body = { nodes: [], edges: [] };

/**
 * D1: what of the steps of its plans is another than it was, field by field.
 *
 * @example stepEdits(then, now) // ['“Check”, timeoutMs: 5000 → 20000']
 */
export function stepEdits(then: Workspace, now: Workspace): readonly string[] {
  const before = new Map(then.plans.map((plan) => [plan.id, stepsOf(plan)]));
  const edits = now.plans.flatMap((plan) =>
    [...stepsOf(plan).values()].flatMap((step) => {
      const old = before.get(plan.id)?.get(step.id);
      return old === undefined ? [] : editsOf(old, step);
    }),
  );
  const more = edits.length - MOST;
  return more > 0 ? [...edits.slice(0, MOST), `and ${more} more`] : edits;
}

/** What is inside a container counts for itself. */
function stepsOf(plan: Workspace['plans'][number]): ReadonlyMap<string, PlanNode> {
  if (plan.kind !== 'capability') return new Map();
  return new Map([...allNodes(plan)].map(({ node }) => [node.id, withBodies(node, () => EMPTY)]));
}

function editsOf(old: PlanNode, step: PlanNode): readonly string[] {
  return changedFields(old, step).map(
    ({ field, before, after }) => `“${titleOf(step)}”, ${field}: ${wordsOf(before)} → ${wordsOf(after)}`,
  );
}

function wordsOf(value: Parameters<typeof shortValue>[0] | undefined): string {
  return value === undefined ? 'nothing' : shortValue(value);
}
