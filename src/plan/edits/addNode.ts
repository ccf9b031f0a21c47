import { ok } from '#base';
import { nodeIds } from '../graph/allNodes';
import { readNode } from '../read/part';
import { structureOfBody } from '../rules/idsAreUnique';
import type { Workspace } from '../schema/workspace';
import type { AddNode, Applied, Edit } from './edit';
import { bodyOf, levelsInside, pathInto, planToEdit, withBody, withPlan } from './inPlan';
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
