import { nearest } from '#base';
import type { Edit } from '../edits/edit';
import { editsAdding } from '../edits/graph';
import { allBodies, isContainer } from '../graph/bodies';
import { predecessorsOf, reachableFrom, successorsOf } from '../graph/order';
import { type Body, type Edge, edgeKey, type PlanNode, portsOf, titleOf } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';
import { type Alternatives, changeFields, type Faulty, type Fixer, fixOf, placedOf } from './fix';

/** Fixes for what is wrong with edges, starts and what nothing leads to. */
export const GRAPH_FIXES: Readonly<Record<string, Fixer>> = {
  EDGE_TO_NOWHERE: onEdge((plan, edge, body) => [rejoined(plan, edge, body), removed(plan, edge)]),
  EDGE_AT_NOTE: onEdge((plan, edge) => [removed(plan, edge)]),
  EDGE_INTO_START: onEdge((plan, edge) => [removed(plan, edge)]),
  EDGE_OUT_OF_END: onEdge((plan, edge) => [removed(plan, edge)]),
  EDGE_UNKNOWN_PORT: onEdge((plan, edge, body) => [fromKnownPort(plan, edge, body), removed(plan, edge)]),
  SYNC_GROUP_WITH_EDGES: withoutOrder,
  SEVERAL_STARTS: mergedStarts,
  UNREACHABLE: reached,
};

function onEdge(fixes: (plan: CapabilityPlan, edge: Edge, body: Body) => readonly Alternatives[]): Fixer {
  return ({ plan, diagnostic: { where } }) => {
    if (plan.kind === 'state-machine') return [];
    for (const { body } of allBodies(plan)) {
      const edge = body.edges.find((one) => edgeKey(one) === where.edge);
      if (edge) return fixes(plan, edge, body);
    }
    return [];
  };
}

function removed(plan: CapabilityPlan, edge: Edge): Alternatives {
  return [fixOf('Remove the edge', { edit: 'remove-edges', plan: plan.id, edges: [edge] })];
}

/** An end whose id is misspelt leads to the node that has the nearest one. */
function rejoined(plan: CapabilityPlan, edge: Edge, { nodes }: Body): Alternatives {
  const ids = nodes.map(({ id }) => id);
  const [from, to] = [edge.from, edge.to].map((id) => (ids.includes(id) ? id : nearest(id, ids)));
  if (!from || !to) return [];
  const target = nodes.find(({ id }) => id === to);
  return target ? [replaced(plan, edge, { ...edge, from, to }, `Lead the edge to “${titleOf(target)}”`)] : [];
}

function fromKnownPort(plan: CapabilityPlan, edge: Edge, { nodes }: Body): Alternatives {
  const from = nodes.find(({ id }) => id === edge.from);
  const ports = from === undefined ? [] : portsOf(from);
  const ordinary = ports.filter(isOrdinary);
  const port = nearest(edge.port, ports) ?? (ordinary.length === 1 ? ordinary[0] : undefined);
  if (port === undefined) return [];
  return [replaced(plan, edge, { ...edge, port }, `Use the port “${port}”`)];
}

function replaced({ id: plan }: CapabilityPlan, before: Edge, after: Edge, label: string) {
  const remove: Edit = { edit: 'remove-edges', plan, edges: [before] };
  return fixOf(label, remove, { edit: 'add-edge', plan, edge: after });
}

function withoutOrder(faulty: Faulty): readonly Alternatives[] {
  const group = placedOf(faulty)?.node;
  if (group?.type !== 'GROUP') return [];
  const edit: Edit = { edit: 'remove-edges', plan: faulty.plan.id, edges: group.body.edges };
  return [
    [fixOf('Remove the edges in the group', edit)],
    changeFields(faulty, 'Let the edges order the group', ['/params/mode', 'ASYNC']),
  ];
}

/** What the second START leads to follows the first. */
function mergedStarts(faulty: Faulty): readonly Alternatives[] {
  const placed = placedOf(faulty);
  const plan = faulty.plan.id;
  const first = placed?.body.nodes.find(({ type }) => type === 'START');
  if (!placed || !first || first.id === placed.node.id) return [];
  const led = placed.body.edges
    .filter(({ from }) => from === placed.node.id)
    .map((edge) => ({ ...edge, from: first.id }))
    .filter((edge) => !placed.body.edges.some((one) => edgeKey(one) === edgeKey(edge)));
  const remove: Edit = { edit: 'remove-nodes', plan, nodes: [placed.node.id] };
  return [[fixOf('Merge it into the first START', remove, ...editsAdding(plan, led))]];
}

/** A node that nothing leads to follows a way that ends, or comes before the END; else it is deleted. */
function reached(faulty: Faulty): readonly Alternatives[] {
  const placed = placedOf(faulty);
  if (!placed) return [];
  const { node, body } = placed;
  const plan = faulty.plan.id;
  const label = `Delete “${titleOf(node)}”${isContainer(node) ? ' and what is in it' : ''}`;
  const remove: Edit = { edit: 'remove-nodes', plan, nodes: [node.id] };
  return [connected(plan, body, firstOf(body, node)), [fixOf(label, remove)]];
}

/** The node that leads to it and that nothing leads to. */
function firstOf(body: Body, node: PlanNode): PlanNode {
  const before = predecessorsOf(body);
  const ancestors = reachableFrom(before, [node.id]);
  return body.nodes.find(({ id }) => ancestors.has(id) && before.get(id)?.length === 0) ?? node;
}

function connected(plan: string, body: Body, node: PlanNode): Alternatives {
  const start = body.nodes.find(({ type }) => type === 'START');
  if (start === undefined) return [];
  const isReached = reachableFrom(successorsOf(body), [start.id]).add(start.id);
  const at = body.nodes.indexOf(node);
  const nearby = body.nodes
    .map((one, index) => ({ one, far: Math.abs(at - index) }))
    .filter(({ one }) => isReached.has(one.id))
    .toSorted((a, b) => a.far - b.far)
    .map(({ one }) => one);
  return [
    ...nearby.flatMap((one) => atFreePort(plan, body, one, node)),
    ...nearby.flatMap((one) => (one.type === 'END' ? beforeEnd(plan, body, one, node) : [])),
  ];
}

function atFreePort(plan: string, { edges }: Body, before: PlanNode, node: PlanNode): Alternatives {
  const port = portsOf(before)
    .filter(isOrdinary)
    .find((one) => !edges.some((edge) => edge.from === before.id && edge.port === one));
  if (port === undefined) return [];
  const label = `Run “${titleOf(node)}” after “${titleOf(before)}”`;
  return [fixOf(label, ...editsAdding(plan, [{ from: before.id, port, to: node.id }]))];
}

/** What leads to the END leads to the node, and the last of those that follow it to the END. */
function beforeEnd(plan: string, body: Body, end: PlanNode, node: PlanNode): Alternatives {
  const followers = reachableFrom(successorsOf(body), [node.id]).add(node.id);
  const last = body.nodes.filter(
    ({ id }) => followers.has(id) && !body.edges.some(({ from }) => from === id),
  );
  const leading = body.edges.filter(({ from, to }) => to === end.id && !followers.has(from));
  const [only] = last;
  const port = only && last.length === 1 ? portsOf(only).find(isOrdinary) : undefined;
  if (!only || port === undefined || leading.length === 0) return [];
  const led = leading.map((edge) => ({ ...edge, to: node.id }));
  const label = `Run “${titleOf(node)}” before “${titleOf(end)}”`;
  const remove: Edit = { edit: 'remove-edges', plan, edges: leading };
  return [fixOf(label, remove, ...editsAdding(plan, [...led, { from: only.id, port, to: end.id }]))];
}

/** What goes wrong has ways of its own, which nobody means without saying so. */
function isOrdinary(port: string): boolean {
  return port !== 'error' && port !== 'timeout';
}
