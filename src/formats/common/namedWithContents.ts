import { allNodes, bodiesOf, type PlanNode } from '#plan';

/** A node by its id, with how many nodes go with it where it is a container: `"both" (with the 3 nodes in it)`. */
export function namedWithContents(node: PlanNode): string {
  const inside = bodiesOf(node).reduce((sum, { body }) => sum + [...allNodes(body)].length, 0);
  if (inside === 0) return `"${node.id}"`;
  return `"${node.id}" (with the ${inside === 1 ? 'node' : `${inside} nodes`} in it)`;
}
