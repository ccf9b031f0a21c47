import { type Diagnostic, problem, type Where } from '#base';
import { allBodies, allNodes } from '../graph/bodies';
import { allStates } from '../graph/states';
import { type Body, type Edge, edgeKey } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Workspace } from '../schema/workspace';

/** W2: everything refers by id, so a document in which two things share one cannot be used at all. */
export function structureOfWorkspace(workspace: Workspace): readonly Diagnostic[] {
  return [
    ...COLLECTIONS.flatMap((collection) => {
      const ids = workspace[collection].map(({ id }) => id);
      return doubled(ids, `of ${collection}`, (id) => {
        const field = `/${collection}/${ids.lastIndexOf(id)}/id`;
        return collection === 'plans' ? { plan: id, field } : { field };
      });
    }),
    ...workspace.plans.flatMap(structureOfPlan),
  ];
}

const COLLECTIONS = [
  'plans',
  'prompts',
  'capabilities',
  'models',
  'connections',
  'planners',
  'features',
  'documents',
] as const;

export function structureOfPlan(plan: Plan): readonly Diagnostic[] {
  const where = { plan: plan.id };
  const names = plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id);
  const variables = doubled(names, 'of variables', () => where);
  if (plan.kind === 'capability') return [...variables, ...structureOfBody(plan, where)];
  const states = [...allStates(plan.states)].map(({ id }) => id);
  return [...variables, ...doubled(states, 'of states', (node) => ({ ...where, node }))];
}

export function structureOfBody(body: Body, where: Where = {}): readonly Diagnostic[] {
  const nodes = [...allNodes(body)].map(({ node }) => node.id);
  return [
    ...doubled(nodes, 'of nodes', (node) => ({ ...where, node })),
    ...[...allBodies(body)].flatMap((inner) => doubledEdges(inner.body.edges, where)),
  ];
}

function doubled(
  ids: readonly string[],
  what: string,
  whereOf: (id: string) => Where,
): readonly Diagnostic[] {
  return repeated(ids).map((id) => {
    const message = `The id "${id}" ${what} is used more than once.`;
    return problem('DUPLICATE_ID', message, 'Give each its own id.', whereOf(id));
  });
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
