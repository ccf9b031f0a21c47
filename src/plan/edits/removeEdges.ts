import { ok } from '#base';
import { allBodies } from '../graph/bodies';
import { edgeKey } from '../nodes/node';
import type { Workspace } from '../schema/workspace';
import type { Applied, Edit, RemoveEdges } from './edit';
import { containerOf, planToEdit, withBody, withPlan } from './inPlan';
import { misfit } from './refusal';

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
