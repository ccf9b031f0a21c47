import { type Diagnostic, problem, type Where } from '#base';
import { allBodies, allNodes } from '../graph/bodies';
import { allStates } from '../graph/states';
import { type Body, type Edge, edgeKey } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';

/** W2: everything refers by id, so a document in which two things share one cannot be used at all. */
export function structureOfWorkspace(workspace: Workspace): readonly Diagnostic[] {
  const collections = {
    plans: workspace.plans,
    prompts: workspace.prompts,
    capabilities: workspace.capabilities,
    models: workspace.models,
    connections: workspace.connections,
    planners: workspace.planners,
    features: workspace.features,
    documents: workspace.documents,
  };
  return [
    ...Object.entries(collections).flatMap(([collection, items]) =>
      doubled(items, `of ${collection}`, {}, (id) => {
        const last = items.findLastIndex((item) => item.id === id);
        return { ...(collection === 'plans' ? { plan: id } : {}), field: `/${collection}/${last}/id` };
      }),
    ),
    ...workspace.plans.flatMap(structureOfPlan),
  ];
}

export function structureOfPlan(plan: Plan): readonly Diagnostic[] {
  const where = { plan: plan.id };
  const variables = plan.variables === 'open' ? [] : doubled(plan.variables, 'of variables', where);
  if (plan.kind === 'state-machine') {
    const states = doubled([...allStates(plan.states)], 'of states', where, (id) => ({ ...where, node: id }));
    return [...variables, ...states];
  }
  return [...variables, ...structureOfBody(plan, where)];
}

export function structureOfBody(body: Body, where: Where = {}): readonly Diagnostic[] {
  const nodes = [...allNodes(body)].map(({ node }) => node);
  return [
    ...doubled(nodes, 'of nodes', where, (id) => ({ ...where, node: id })),
    ...[...allBodies(body)].flatMap((inner) => doubledEdges(inner.body.edges, where)),
  ];
}

function doubled(
  items: readonly { readonly id: string }[],
  what: string,
  where: Where,
  whereOf: (id: string) => Where = () => where,
): readonly Diagnostic[] {
  return repeated(items.map((item) => item.id)).map((id) =>
    problem(
      'DUPLICATE_ID',
      `The id "${id}" ${what} is used more than once.`,
      'Give each its own id.',
      whereOf(id),
    ),
  );
}

function doubledEdges(edges: readonly Edge[], where: Where): readonly Diagnostic[] {
  return repeated(edges.map(edgeKey)).map((edge) =>
    problem('DUPLICATE_EDGE', `The edge ${edge} is there more than once.`, 'Keep one of them.', {
      ...where,
      edge,
    }),
  );
}

function repeated(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) again.add(key);
    seen.add(key);
  }
  return [...again];
}
