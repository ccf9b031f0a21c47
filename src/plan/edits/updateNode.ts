import { ok } from '#base';
import { findNode, nodeIds } from '../graph/bodies';
import { portsOf } from '../nodes';
import type { Edge, PlanNode } from '../nodes/node';
import { readNode } from '../read/read';
import { structureOfBody } from '../rules/idsAreUnique';
import type { Workspace } from '../schema/workspace';
import type { Applied, UpdateNode } from './edit';
import { containerOf, levelsInside, planToEdit, withBody, withPlan } from './inPlan';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';

export function updateNode(workspace: Workspace, edit: UpdateNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node };
  const before = findNode(plan.value, edit.node);
  if (!before) return misfit(`There is no node "${edit.node}".`, where);
  const node = readNode(JSON.parse(JSON.stringify(edit.to)), levelsInside(before.path));
  const [wrong] = node.ok ? structureOfBody({ nodes: [node.value], edges: [] }, where) : node.problem;
  if (wrong || !node.ok) return misfit(wrong?.message ?? 'The node is not valid.', where);
  const others = nodeIds(plan.value);
  for (const id of nodeIds({ nodes: [before.node], edges: [] })) others.delete(id);
  const clash = [...nodeIds({ nodes: [node.value], edges: [] })].find((id) => others.has(id));
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
    if (edge.from !== before.id && edge.to !== before.id) return edge;
    const isFrom = edge.from === before.id;
    return {
      ...edge,
      ...(isFrom ? { from: after.id, port: ports.get(edge.port) ?? edge.port } : {}),
      ...(edge.to === before.id ? { to: after.id } : {}),
    };
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
