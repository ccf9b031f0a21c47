import type { Edit } from '../edits/edit';
import { containerOf } from '../edits/inPlan';
import { allBodies, findNode } from '../graph/bodies';
import { reachableFrom } from '../graph/order';
import { portsOf } from '../nodes';
import { type Body, type Edge, edgeKey, type PlanNode } from '../nodes/node';
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
