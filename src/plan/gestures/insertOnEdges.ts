import type { Edit } from '../edits/edit';
import { containerOf } from '../edits/inPlan';
import { findNode } from '../graph/bodies';
import { portsOf } from '../nodes';
import { type Edge, edgeKey, type PlanNode } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import type { Place } from '../schema/workspace';

/**
 * Puts a new node into the middle of edges (E1): they lead to it, and its first port leads to wherever they led. A
 * node without ports (END) ends the way there. In document order it comes right after the node before it.
 *
 * @param edges of one container, at least one: one edge, all that leave a port, or all that lead to a node
 * @example insertOnEdges(plan, [{ from: 'a', port: 'out', to: 'b' }], node) // a → node → b
 */
export function insertOnEdges(
  plan: CapabilityPlan,
  edges: readonly Edge[],
  node: PlanNode,
  place?: Place,
): Edit {
  const before = findNode(plan, edges[0]?.from ?? '');
  const [port] = portsOf(node);
  const targets = port === undefined ? [] : [...new Set(edges.map(({ to }) => to))];
  const led = [
    ...edges.map((edge): Edge => ({ ...edge, to: node.id })),
    ...targets.map((to): Edge => ({ from: node.id, port: port ?? '', to })),
  ];
  const once = new Map(led.map((edge) => [edgeKey(edge), edge]));
  return {
    edit: 'batch',
    label: 'Insert node',
    edits: [
      { edit: 'remove-edges', plan: plan.id, edges: [...edges] },
      {
        edit: 'add-node',
        plan: plan.id,
        into: containerOf(before?.bodies ?? []),
        ...(before ? { index: before.index + 1 } : {}),
        node,
        ...(place ? { place } : {}),
      },
      ...[...once.values()].map((edge): Edit => ({ edit: 'add-edge', plan: plan.id, edge })),
    ],
  };
}
