import { ok } from '#base';
import { findNode } from '../graph/bodies';
import { edgeKey, edgeSchema } from '../nodes/node';
import type { Workspace } from '../schema/workspace';
import type { AddEdge, Applied } from './edit';
import { bodyOf, containerOf, planToEdit, withBody, withPlan } from './inPlan';
import { misfit } from './refusal';

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
