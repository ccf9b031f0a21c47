import type { Edit } from '../edits/edit';
import { allBodies } from '../graph/bodies';
import { reachableFrom } from '../graph/order';
import { portsOf } from '../nodes';
import { type Body, type Edge, edgeKey, type PlanNode } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';

/**
 * Deletes nodes and joins what was before them to what came after (E1). What came after is what the last of
 * them leads to by its ordinary way on: `out`, or the first of its choices that has an edge. Error and timeout
 * ways end with the node.
 *
 * @example apply(workspace, heal(plan, ['b'])) // a → b → c becomes a → c
 */
export function heal(plan: CapabilityPlan, nodes: readonly string[]): Edit {
  const removed = new Set(nodes);
  const joined: Edit[] = [...allBodies(plan)].flatMap(({ body }) =>
    edgesAcross(body, removed).map((edge): Edit => ({ edit: 'add-edge', plan: plan.id, edge })),
  );
  return {
    edit: 'batch',
    label: nodes.length === 1 ? 'Delete and heal' : `Delete and heal ${nodes.length} nodes`,
    edits: [{ edit: 'remove-nodes', plan: plan.id, nodes: [...nodes] }, ...joined],
  };
}

function edgesAcross(body: Body, removed: ReadonlySet<string>): readonly Edge[] {
  const ways = body.nodes.filter((node) => removed.has(node.id)).flatMap((node) => waysOn(node, body));
  if (ways.length === 0) return [];
  const inside = new Map<string, string[]>();
  for (const { from, to } of ways) if (removed.has(to)) inside.set(from, [...(inside.get(from) ?? []), to]);
  const known = new Set(body.edges.map(edgeKey));
  const found: Edge[] = [];
  for (const entry of body.edges) {
    if (removed.has(entry.from) || !removed.has(entry.to)) continue;
    const passed = reachableFrom(inside, [entry.to]).add(entry.to);
    for (const way of ways) {
      const edge = { from: entry.from, port: entry.port, to: way.to };
      if (!passed.has(way.from) || removed.has(way.to) || known.has(edgeKey(edge))) continue;
      known.add(edgeKey(edge));
      found.push(edge);
    }
  }
  return found;
}

/** The edges at the first port, in the order in which ports are drawn, that has any; not `error` and `timeout`. */
function waysOn(node: PlanNode, body: Body): readonly Edge[] {
  for (const port of portsOf(node)) {
    if (port === 'error' || port === 'timeout') continue;
    const edges = body.edges.filter((edge) => edge.from === node.id && edge.port === port);
    if (edges.length > 0) return edges;
  }
  return [];
}
