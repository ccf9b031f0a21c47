import type { Variable } from '../fields/fields';
import { allNodes, type PlacedNode } from '../graph/bodies';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import type { CapabilityPlan } from '../schema/plan';

/** The names of a plan (V1). */
export interface Names {
  /** `variables: "open"`: whatever is written is declared by that. */
  readonly isOpen: boolean;
  /** Declared variables by id, null where a planner or a surrounding plan declares one. */
  readonly declared: ReadonlyMap<string, Variable | null>;
  readonly has: (name: string) => boolean;
}

/** The names of a plan: its variables, and those that its planners declare (V5). */
export function namesOfPlan(plan: CapabilityPlan, nodes: readonly PlacedNode[]): Names {
  const declared = new Map<string, Variable | null>(declaredByPlanners(nodes));
  if (plan.variables !== 'open') for (const variable of plan.variables) declared.set(variable.id, variable);
  return namesOf(declared, plan.variables === 'open');
}

/** Names of all variables that a plan declares, those of its planners included (V1, V5). */
export function declaredNames(plan: CapabilityPlan): readonly string[] {
  return [...namesOfPlan(plan, [...allNodes(plan)]).declared.keys()];
}

/** The names of a proposed plan: those of the plan that runs it (R13), and what its own planners declare. */
export function namesAround(variables: ReadonlySet<string>, nodes: readonly PlacedNode[]): Names {
  const declared = new Map<string, Variable | null>(declaredByPlanners(nodes));
  for (const name of variables) declared.set(name, null);
  return namesOf(declared, false);
}

/** The variables that a node writes itself: by its `output`, and by parameters that name one. */
export function writtenBy(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'writes', 'declares');
}

/** The names that a container declares for its body, which are no variables (L9): of an item, a round. */
export function localsOf(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'local');
}

/** The local names of each container that has some, by its id. */
export function localsByContainer(nodes: readonly PlacedNode[]): ReadonlyMap<string, readonly string[]> {
  const named = nodes.map(({ node }) => [node.id, localsOf(node)] as const);
  return new Map(named.filter(([, locals]) => locals.length > 0));
}

/** V5: what a planner writes, the plan and its raw reply, is declared by that. */
function declaredByPlanners(nodes: readonly PlacedNode[]): readonly (readonly [string, null])[] {
  return nodes.flatMap(({ node }) =>
    namesIn(fieldsOf(node), 'declares').map((name): readonly [string, null] => [name, null]),
  );
}

function namesOf(declared: ReadonlyMap<string, Variable | null>, isOpen: boolean): Names {
  return {
    isOpen,
    declared,
    // Names that begin with `__` are injected by planners, or declared by an importer (W2, V1).
    has: (name) => isOpen || declared.has(name) || name.startsWith('__'),
  };
}
