import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { Edit } from '../edits/edit';
import { editsAdding } from '../edits/graph';
import { containerOf } from '../edits/inPlan';
import { allBodies, findNode } from '../graph/bodies';
import { reachableFrom } from '../graph/order';
import { type Body, type Edge, edgeKey, type NodeOf, type PlanNode, portsOf } from '../nodes/node';
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
      ...editsAdding(plan.id, led),
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
  const joined = [...allBodies(plan)].flatMap(({ body }) => edgesAcross(body, removed));
  return {
    edit: 'batch',
    label: nodes.length === 1 ? 'Delete and heal' : `Delete and heal ${nodes.length} nodes`,
    edits: [{ edit: 'remove-nodes', plan: plan.id, nodes: [...nodes] }, ...editsAdding(plan.id, joined)],
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

/** Where the group and the nodes in it are drawn afterwards, by node id. */
type GroupPlaces = { readonly [node: string]: Place };

/**
 * Puts nodes of one container into a new GROUP (E1). Edges between them go along (a SYNC GROUP has none), edges
 * from outside lead to the group, and edges to the outside leave it by the same port, which must be `out` or
 * `error`: the choice of an IF cannot be made outside its group.
 *
 * @param group the new, empty group
 * @returns the edit, or `CANNOT_GROUP` with the reason
 */
export function groupNodes(
  plan: CapabilityPlan,
  nodes: readonly string[],
  group: NodeOf<'GROUP'>,
  places: GroupPlaces = {},
): Result<Edit, Diagnostic> {
  const found = nodes.map((id) => findNode(plan, id)).filter((placed) => placed !== undefined);
  const [first] = found.toSorted((a, b) => a.index - b.index);
  if (!first || found.length < nodes.length) return refused(plan, 'There is nothing to group.');
  if (found.some(({ body }) => body !== first.body)) {
    return refused(plan, 'Only nodes of one container can be put into a group.');
  }
  const inside = new Set(nodes);
  const { body } = first;
  const outward = (edge: Edge): Edge =>
    inside.has(edge.from) ? { ...edge, from: group.id } : { ...edge, to: group.id };
  const touching = body.edges.filter((edge) => inside.has(edge.from) || inside.has(edge.to));
  const outer = touching.filter((edge) => !(inside.has(edge.from) && inside.has(edge.to)));
  const choice = outer.find((edge) => inside.has(edge.from) && edge.port !== 'out' && edge.port !== 'error');
  if (choice) return refused(plan, `The port "${choice.port}" of "${choice.from}" leads out of the group.`);
  const filled: NodeOf<'GROUP'> = {
    ...group,
    body: {
      nodes: body.nodes.filter((node) => inside.has(node.id)),
      edges: group.params.mode === 'SYNC' ? [] : touching.filter((edge) => !outer.includes(edge)),
    },
  };
  return ok({
    edit: 'batch',
    label: 'Group',
    edits: [
      { edit: 'remove-nodes', plan: plan.id, nodes: [...inside] },
      { edit: 'add-node', plan: plan.id, into: containerOf(first.bodies), index: first.index, node: filled },
      ...editsAdding(plan.id, outer.map(outward)),
      { edit: 'place-nodes', plan: plan.id, places },
    ],
  });
}

function refused(plan: CapabilityPlan, message: string): Result<never, Diagnostic> {
  return err(problem('CANNOT_GROUP', message, 'Choose other nodes.', { plan: plan.id }));
}
