import { ok } from '#base';
import { findNode, nodeIds } from '../graph/allNodes';
import type { Edge, PlanNode } from '../nodes/node';
import { readNode } from '../read/part';
import { structureOfBody } from '../rules/idsAreUnique';
import type { Workspace } from '../schema/workspace';
import type { Applied, UpdateNode } from './edit';
import { containerOf, levelsInside, planToEdit, withBody, withPlan } from './inPlan';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';
import { renamedPorts } from './renamedPorts';

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
