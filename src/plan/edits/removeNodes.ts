import { ok } from '#base';
import { allNodes, nodeIds, type PlacedNode } from '../graph/bodies';
import type { Edge } from '../nodes/node';
import type { Workspace } from '../schema/workspace';
import type { Applied, Edit, RemoveNodes } from './edit';
import { containerOf, planToEdit, withBody, withPlan } from './inPlan';
import { placesOf, withPlaces } from './layout';
import { misfit } from './refusal';

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
  const ids = new Set(removed.flatMap(({ node }) => [...nodeIds({ nodes: [node], edges: [] })]));
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
