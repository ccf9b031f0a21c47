import { isJson, LIMITS, ok } from '#base';
import { containerIn, findNode, nodeIds } from '../graph/bodies';
import { readNode } from '../read/read';
import { structureOfBody } from '../rules/idsAreUnique';
import { placeSchema, type Workspace } from '../schema/workspace';
import type { AddNode, Applied, Edit, MoveNode, PlaceNodes } from './edit';
import { bodyOf, containerOf, levelsInside, pathInto, planToEdit, withBody, withPlan } from './inPlan';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';

export function addNode(workspace: Workspace, edit: AddNode): Applied {
  const plan = planToEdit(workspace, edit.plan);
  if (!plan.ok) return plan;
  const where = { plan: edit.plan, node: edit.node.id };
  const body = bodyOf(plan.value, edit.into);
  if (!body.ok) return body;
  const levels = levelsInside(pathInto(plan.value, edit.into));
  const node = readNode(JSON.parse(JSON.stringify(edit.node)), levels);
  const [wrong] = node.ok ? structureOfBody({ nodes: [node.value], edges: [] }, where) : node.problem;
  if (wrong || !node.ok) return misfit(wrong?.message ?? 'The node is not valid.', where);
  const added = nodeIds({ nodes: [node.value], edges: [] });
  const taken = nodeIds(plan.value);
  const clash = [...added].find((id) => taken.has(id));
  if (clash !== undefined) return misfit(`There is a node "${clash}" already.`, where);
  const index = edit.index ?? body.value.nodes.length;
  if (index < 0 || index > body.value.nodes.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withBody(plan.value, edit.into, ({ nodes, edges }) => ({
    nodes: nodes.toSpliced(index, 0, node.value),
    edges,
  }));
  const places = edit.place === undefined ? {} : { [node.value.id]: edit.place };
  return ok({
    workspace: withPlaces(withPlan(workspace, next), edit.plan, places),
    inverse: removal(workspace, edit, added),
  });
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
  if (pathInto(plan.value, edit.into).some((body) => containerIn(body) === edit.node)) {
    return misfit('A node cannot be moved into itself.', where);
  }
  const isHeld = before.body.edges.some((edge) => edge.from === edit.node || edge.to === edit.node);
  if (from !== edit.into && isHeld) return misfit('Edges hold the node in its container.', where);
  const others = target.value.nodes.filter((node) => node.id !== edit.node);
  if (edit.index < 0 || edit.index > others.length)
    return misfit(`There is no place ${edit.index} in it.`, where);
  if (!isJson(before.node, levelsInside(pathInto(plan.value, edit.into))))
    return misfit(`A document has at most ${LIMITS.jsonDepth} levels of JSON.`, where);
  const taken = withBody(plan.value, from, ({ nodes, edges }) => ({
    nodes: nodes.filter((node) => node.id !== edit.node),
    edges,
  }));
  const next = withBody(taken, edit.into, ({ nodes, edges }) => ({
    nodes: nodes.toSpliced(edit.index, 0, before.node),
    edges,
  }));
  return ok({
    workspace: withPlan(workspace, next),
    inverse: { edit: 'move-node', plan: edit.plan, node: edit.node, into: from, index: before.index },
  });
}

export function placeNodes(workspace: Workspace, edit: PlaceNodes): Applied {
  if (!workspace.plans.some(({ id }) => id === edit.plan))
    return misfit(`There is no plan "${edit.plan}".`, { plan: edit.plan });
  for (const [node, place] of Object.entries(edit.places)) {
    if (place !== null && !placeSchema.safeParse(place).success) {
      return misfit(`The place of "${node}" is not valid.`, { plan: edit.plan, node });
    }
  }
  const before = placesOf(workspace, edit.plan, Object.keys(edit.places));
  return ok({
    workspace: withPlaces(workspace, edit.plan, edit.places),
    inverse: { edit: 'place-nodes', plan: edit.plan, places: before },
  });
}
