import { type Diagnostic, isJson, jsonOf, LIMITS, ok, type Result, type Where } from '#base';
import { allBodies, allNodes, containerIn, findNode, nodeIds, type PlacedNode } from '../graph/bodies';
import { type Edge, edgeKey, edgeSchema, type PlanNode, portsOf } from '../nodes/node';
import { readNode } from '../read/read';
import { structureOfBody } from '../rules/idsAreUnique';
import { placeSchema, type Workspace } from '../schema/workspace';
import type {
  AddEdge,
  AddNode,
  Applied,
  Edit,
  MoveNode,
  PlaceNodes,
  RemoveEdges,
  RemoveNodes,
  UpdateNode,
} from './edit';
import {
  bodyOf,
  containerOf,
  levelsInside,
  misfit,
  placesOf,
  planIn,
  planToEdit,
  withBody,
  withPlaces,
  withPlan,
} from './inPlan';

export function addNode(workspace: Workspace, edit: AddNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node.id };
  const target = bodyOf(plan.value, edit.into);
  if (!target.ok) return target;
  const { body, bodies } = target.value;
  const node = nodeAt(edit.node, bodies, where);
  if (!node.ok) return node;
  const added = idsIn(node.value);
  const taken = nodeIds(plan.value);
  const clash = [...added].find((id) => taken.has(id));
  if (clash !== undefined) return misfit(`There is a node "${clash}" already.`, where);
  const index = edit.index ?? body.nodes.length;
  if (index < 0 || index > body.nodes.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withBody(plan.value, edit.into, ({ nodes }) => ({
    nodes: nodes.toSpliced(index, 0, node.value),
  }));
  const places = edit.place === undefined ? {} : { [node.value.id]: edit.place };
  return ok({
    workspace: withPlaces(withPlan(workspace, next), edit.plan, places),
    inverse: removal(workspace, edit, added),
  });
}

/** A node as it would stand in these containers. */
function nodeAt(node: PlanNode, bodies: readonly string[], where: Where): Result<PlanNode, Diagnostic> {
  const read = readNode(jsonOf(node), levelsInside(bodies));
  const [wrong] = read.ok ? structureOfBody({ nodes: [read.value], edges: [] }, where) : read.problem;
  return read.ok && wrong === undefined ? read : misfit(wrong?.message ?? 'The node is not valid.', where);
}

/** The ids of a node and of all nodes inside it. */
function idsIn(node: PlanNode): Set<string> {
  return nodeIds({ nodes: [node], edges: [] });
}

/** Removing a node takes its places away; places that were there before the node must come back. */
function removal(workspace: Workspace, edit: AddNode, added: ReadonlySet<string>): Edit {
  const remove: Edit = { edit: 'remove-nodes', plan: edit.plan, nodes: [edit.node.id] };
  const before = Object.entries(placesOf(workspace, edit.plan, added)).filter(([, place]) => place !== null);
  if (before.length === 0) return remove;
  const restore: Edit = { edit: 'place-nodes', plan: edit.plan, places: Object.fromEntries(before) };
  return { edit: 'batch', label: 'Remove node', edits: [remove, restore] };
}

export function moveNode(workspace: Workspace, edit: MoveNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node };
  const before = findNode(plan.value, edit.node);
  if (!before) return misfit(`There is no node "${edit.node}".`, where);
  const from = containerOf(before.bodies);
  const target = bodyOf(plan.value, edit.into);
  if (!target.ok) return target;
  const { body, bodies } = target.value;
  if (bodies.some((one) => containerIn(one) === edit.node))
    return misfit('A node cannot be moved into itself.', where);
  const isHeld = before.body.edges.some((edge) => edge.from === edit.node || edge.to === edit.node);
  if (from !== edit.into && isHeld) return misfit('Edges hold the node in its container.', where);
  const others = body.nodes.filter((node) => node.id !== edit.node);
  if (edit.index < 0 || edit.index > others.length)
    return misfit(`There is no place ${edit.index} in it.`, where);
  if (!isJson(before.node, levelsInside(bodies)))
    return misfit(`A document has at most ${LIMITS.jsonDepth} levels of JSON.`, where);
  const taken = withBody(plan.value, from, ({ nodes }) => ({
    nodes: nodes.filter((node) => node.id !== edit.node),
  }));
  const next = withBody(taken, edit.into, ({ nodes }) => ({
    nodes: nodes.toSpliced(edit.index, 0, before.node),
  }));
  return ok({
    workspace: withPlan(workspace, next),
    inverse: { edit: 'move-node', plan: edit.plan, node: edit.node, into: from, index: before.index },
  });
}

export function placeNodes(workspace: Workspace, edit: PlaceNodes): Applied {
  const plan = planIn(workspace, edit.plan);
  if (!plan.ok) return plan;
  for (const [node, place] of Object.entries(edit.places)) {
    if (place !== null && !placeSchema.safeParse(place).success)
      return misfit(`The place of "${node}" is not valid.`, { plan: edit.plan, node });
  }
  const before = placesOf(workspace, edit.plan, Object.keys(edit.places));
  return ok({
    workspace: withPlaces(workspace, edit.plan, edit.places),
    inverse: { edit: 'place-nodes', plan: edit.plan, places: before },
  });
}

export function removeNodes(workspace: Workspace, edit: RemoveNodes): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const wanted = new Set(edit.nodes);
  const all = [...allNodes(plan.value)];
  const known = new Set(all.map(({ node }) => node.id));
  const missing = edit.nodes.find((id) => !known.has(id));
  if (missing !== undefined)
    return misfit(`There is no node "${missing}".`, { plan: edit.plan, node: missing });
  // Of nodes inside each other the outermost go, and take the others with them.
  const removed = all.filter(({ node, path }) => wanted.has(node.id) && !path.some((id) => wanted.has(id)));
  const ids = new Set(removed.flatMap(({ node }) => [...idsIn(node)]));
  let next = plan.value;
  for (const container of new Set(removed.map(({ bodies }) => containerOf(bodies)))) {
    next = withBody(next, container, ({ nodes, edges }) => ({
      nodes: nodes.filter((node) => !wanted.has(node.id)),
      edges: edges.filter((edge) => !touches(edge, wanted)),
    }));
  }
  const places = placesOf(workspace, edit.plan, ids);
  const inverse: Edit = {
    edit: 'batch',
    label: 'Restore nodes',
    edits: [
      ...nodesBack(edit.plan, removed),
      ...edgesBack(edit.plan, removed, wanted),
      { edit: 'place-nodes', plan: edit.plan, places },
    ],
  };
  const gone = Object.fromEntries([...ids].map((id) => [id, null]));
  return ok({ workspace: withPlaces(withPlan(workspace, next), edit.plan, gone), inverse });
}

function touches(edge: Edge, nodes: ReadonlySet<string>): boolean {
  return nodes.has(edge.from) || nodes.has(edge.to);
}

/** In document order, so that each comes back at the index that it had. */
function nodesBack(plan: string, removed: readonly PlacedNode[]): readonly Edit[] {
  return removed.map(({ node, bodies, index }) => ({
    edit: 'add-node',
    plan,
    into: containerOf(bodies),
    index,
    node,
  }));
}

function edgesBack(
  plan: string,
  removed: readonly PlacedNode[],
  wanted: ReadonlySet<string>,
): readonly Edit[] {
  const around = new Map(removed.map(({ bodies, body }) => [containerOf(bodies), body]));
  return [...around].flatMap(([into, body]) =>
    body.edges.flatMap((edge, index): Edit[] =>
      touches(edge, wanted) ? [{ edit: 'add-edge', plan, into, index, edge }] : [],
    ),
  );
}

export function updateNode(workspace: Workspace, edit: UpdateNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node };
  const before = findNode(plan.value, edit.node);
  if (!before) return misfit(`There is no node "${edit.node}".`, where);
  const node = nodeAt(edit.to, before.bodies, where);
  if (!node.ok) return node;
  const others = nodeIds(plan.value);
  for (const id of idsIn(before.node)) others.delete(id);
  const clash = [...idsIn(node.value)].find((id) => others.has(id));
  if (clash !== undefined) return misfit(`There is a node "${clash}" already.`, where);
  const next = withBody(plan.value, containerOf(before.bodies), ({ nodes, edges }) => ({
    nodes: nodes.with(before.index, node.value),
    edges: following(edges, before.node, node.value),
  }));
  return ok({
    workspace: placeRenamed(withPlan(workspace, next), edit.plan, edit.node, node.value.id),
    inverse: { edit: 'update-node', plan: edit.plan, node: node.value.id, to: before.node },
  });
}

/** Edges follow a node to its new id, and its ports to their new names. */
function following(edges: Edge[], before: PlanNode, after: PlanNode): Edge[] {
  const ports = renamedPorts(before, after, edges);
  if (before.id === after.id && ports.size === 0) return edges;
  return edges.map((edge) => {
    if (edge.from === before.id) return { ...edge, from: after.id, port: ports.get(edge.port) ?? edge.port };
    return edge.to === before.id ? { ...edge, to: after.id } : edge;
  });
}

function placeRenamed(workspace: Workspace, plan: string, from: string, to: string): Workspace {
  if (from === to) return workspace;
  const place = placesOf(workspace, plan, [from])[from] ?? null;
  return place === null ? workspace : withPlaces(workspace, plan, { [from]: null, [to]: place });
}

/**
 * Which ports of a node have another name after it was changed: those that stand at the same place as one that is gone,
 * under a name that was none before. Edges that leave them follow. A name that two ports have, or that an edge (to
 * nowhere) has already, moves nothing, so that the way back finds each edge where it was.
 *
 * @param edges those of the container of the node
 * @example renamedPorts(choices('yes', 'no'), choices('yes', 'never'), []) // Map { 'no' => 'never' }
 */
function renamedPorts(
  before: PlanNode,
  after: PlanNode,
  edges: readonly Edge[],
): ReadonlyMap<string, string> {
  if (before.type !== after.type) return NONE;
  const [old, now] = [portsOf(before), portsOf(after)];
  if (old.length !== now.length) return NONE;
  const used = new Set(edges.filter(({ from }) => from === before.id).map(({ port }) => port));
  const pairs = old.flatMap((from, index) => {
    const to = now[index];
    const isRenamed = to !== undefined && !now.includes(from) && !old.includes(to);
    const isClear = isRenamed && isOnce(old, from) && isOnce(now, to) && !used.has(to);
    return isClear ? [[from, to] as const] : [];
  });
  return new Map(pairs);
}

const NONE: ReadonlyMap<string, string> = new Map();

function isOnce(ports: readonly string[], port: string): boolean {
  return ports.indexOf(port) === ports.lastIndexOf(port);
}

export function addEdge(workspace: Workspace, edit: AddEdge): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const { edge } = edit;
  const where = { plan: edit.plan, edge: edgeKey(edge) };
  if (!edgeSchema.safeParse(edge).success) return misfit('The edge is not valid.', where);
  const from = findNode(plan.value, edge.from);
  const to = findNode(plan.value, edge.to);
  if (edit.into === undefined && !(from && to)) return misfit('One of its ends is not there.', where);
  if (edit.into === undefined && from?.body !== to?.body)
    return misfit('Its ends lie in different containers.', where);
  const into = edit.into === undefined ? containerOf(from?.bodies ?? []) : edit.into;
  const target = bodyOf(plan.value, into);
  if (!target.ok) return target;
  const { edges: known } = target.value.body;
  if (known.some((one) => edgeKey(one) === edgeKey(edge))) return misfit('The edge is there already.', where);
  const index = edit.index ?? known.length;
  if (index < 0 || index > known.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withBody(plan.value, into, ({ edges }) => ({ edges: edges.toSpliced(index, 0, edge) }));
  return ok({
    workspace: withPlan(workspace, next),
    inverse: { edit: 'remove-edges', plan: edit.plan, edges: [edge] },
  });
}

/** The edits that add edges to a plan, each edge once. */
export function editsAdding(plan: string, edges: readonly Edge[]): readonly AddEdge[] {
  const once = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  return [...once.values()].map((edge) => ({ edit: 'add-edge', plan, edge }));
}

export function removeEdges(workspace: Workspace, edit: RemoveEdges): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const wanted = new Set(edit.edges.map(edgeKey));
  const back: Edit[] = [];
  let next = plan.value;
  for (const { body, bodies } of allBodies(plan.value)) {
    const into = containerOf(bodies);
    const found = [...body.edges.entries()].filter(([, edge]) => wanted.has(edgeKey(edge)));
    if (found.length === 0) continue;
    for (const [index, edge] of found) back.push({ edit: 'add-edge', plan: edit.plan, into, index, edge });
    next = withBody(next, into, ({ edges }) => ({
      edges: edges.filter((edge) => !wanted.has(edgeKey(edge))),
    }));
  }
  if (back.length < wanted.size) return misfit('One of the edges is not there.', { plan: edit.plan });
  const inverse: Edit = { edit: 'batch', label: 'Restore edges', edits: back };
  return ok({ workspace: withPlan(workspace, next), inverse });
}
