import { type Body, bodyHash, type PlanNode } from '#plan';

/** What has become of a step from one plan to the next (P9). */
export type StepChange = 'kept' | 'added' | 'changed' | 'dropped';

/**
 * The difference of two plans, by the ids of their steps: what a step means counts, not its name nor what it follows. Steps of
 * the later plan in their order, then those that it has no more.
 *
 * @example planDifference(body('a: …'), body('a: …\nb: …')) // a: kept, b: added
 */
export function planDifference(before: Body, after: Body): ReadonlyMap<string, StepChange> {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Set(after.nodes.map(({ id }) => id));
  return new Map([
    ...after.nodes.map((node) => [node.id, changeOf(old.get(node.id), node)] as const),
    ...before.nodes.filter(({ id }) => !now.has(id)).map(({ id }) => [id, 'dropped'] as const),
  ]);
}

function changeOf(before: PlanNode | undefined, after: PlanNode): StepChange {
  if (before === undefined) return 'added';
  return meaningOf(before) === meaningOf(after) ? 'kept' : 'changed';
}

function meaningOf(node: PlanNode): string {
  return bodyHash({ nodes: [node], edges: [] });
}
