import { ok } from '#base';
import { findNode, nodeIds } from '../graph/allNodes';
import { readNode } from '../read/part';
import { structureOfBody } from '../read/structure';
import type { Edge } from '../schema/node';
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
    edges: edges.map((edge) => renamed(edge, edit.node, node.value.id)),
  }));
  return ok({
    workspace: placeRenamed(withPlan(workspace, next), edit.plan, edit.node, node.value.id),
    inverse: { edit: 'update-node', plan: edit.plan, node: node.value.id, to: before.node },
  });
}

function renamed(edge: Edge, from: string, to: string): Edge {
  if (from === to || (edge.from !== from && edge.to !== from)) return edge;
  return { ...edge, from: edge.from === from ? to : edge.from, to: edge.to === from ? to : edge.to };
}

function placeRenamed(workspace: Workspace, plan: string, from: string, to: string): Workspace {
  if (from === to) return workspace;
  const place = placesOf(workspace, plan, [from])[from] ?? null;
  return place === null ? workspace : withPlaces(workspace, plan, { [from]: null, [to]: place });
}
