import type { Edit } from '../edits/edit';
import { containerOf } from '../edits/inPlan';
import { findNode } from '../graph/allNodes';
import { portsOf } from '../nodes';
import type { Edge, PlanNode } from '../schema/node';
import type { CapabilityPlan } from '../schema/plan';
import type { Place } from '../schema/workspace';

/**
 * Puts a new node between the two ends of an edge (E1): the edge leads to it, and its first port leads on. A
 * node without ports (END) ends the way there. In document order it comes right after the node before it.
 */
export function insertOnEdge(plan: CapabilityPlan, edge: Edge, node: PlanNode, place?: Place): Edit {
  const before = findNode(plan, edge.from);
  const [port] = portsOf(node);
  const onwards: Edit[] =
    port === undefined
      ? []
      : [{ edit: 'add-edge', plan: plan.id, edge: { from: node.id, port, to: edge.to } }];
  return {
    edit: 'batch',
    label: 'Insert node',
    edits: [
      { edit: 'remove-edges', plan: plan.id, edges: [edge] },
      {
        edit: 'add-node',
        plan: plan.id,
        into: containerOf(before?.bodies ?? []),
        ...(before ? { index: before.index + 1 } : {}),
        node,
        ...(place ? { place } : {}),
      },
      { edit: 'add-edge', plan: plan.id, edge: { ...edge, to: node.id } },
      ...onwards,
    ],
  };
}
