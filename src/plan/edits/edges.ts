import { ok } from '#base';
import { allBodies, findNode } from '../graph/bodies';
import { edgeKey, edgeSchema } from '../nodes/node';
import type { Workspace } from '../schema/workspace';
import type { AddEdge, Applied, Edit, RemoveEdges } from './edit';
import { bodyOf, containerOf, misfit, planToEdit, withBody, withPlan } from './inPlan';

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
  const body = bodyOf(plan.value, into);
  if (!body.ok) return body;
  if (body.value.edges.some((one) => edgeKey(one) === edgeKey(edge)))
    return misfit('The edge is there already.', where);
  const index = edit.index ?? body.value.edges.length;
  if (index < 0 || index > body.value.edges.length) return misfit(`There is no place ${index} in it.`, where);
  const next = withBody(plan.value, into, ({ nodes, edges }) => ({
    nodes,
    edges: edges.toSpliced(index, 0, edge),
  }));
  return ok({
    workspace: withPlan(workspace, next),
    inverse: { edit: 'remove-edges', plan: edit.plan, edges: [edge] },
  });
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
    next = withBody(next, into, ({ nodes, edges }) => ({
      nodes,
      edges: edges.filter((edge) => !wanted.has(edgeKey(edge))),
    }));
  }
  if (back.length < wanted.size) return misfit('One of the edges is not there.', { plan: edit.plan });
  const inverse: Edit = { edit: 'batch', label: 'Restore edges', edits: back };
  return ok({ workspace: withPlan(workspace, next), inverse });
}
