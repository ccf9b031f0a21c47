import type { PlacedNode } from '../graph/allNodes';
import type { CapabilityPlan } from '../schema/plan';
import type { Variable } from '../schema/variable';

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

/** The names of a proposed plan: those of the plan that runs it (R13), and what its own planners declare. */
export function namesAround(variables: ReadonlySet<string>, nodes: readonly PlacedNode[]): Names {
  const declared = new Map<string, Variable | null>(declaredByPlanners(nodes));
  for (const name of variables) declared.set(name, null);
  return namesOf(declared, false);
}

/** The variables that a PLANNER writes besides its `output`: the plan, and its raw reply. */
export function writtenByPlanner({ node }: PlacedNode): readonly string[] {
  if (node.type !== 'PLANNER') return [];
  const { planVariable = 'dynamicPlan', resultVariable } = node.params ?? {};
  return resultVariable === undefined ? [planVariable] : [planVariable, resultVariable];
}

function declaredByPlanners(nodes: readonly PlacedNode[]): readonly (readonly [string, null])[] {
  return nodes.flatMap(writtenByPlanner).map((name) => [name, null] as const);
}

function namesOf(declared: ReadonlyMap<string, Variable | null>, isOpen: boolean): Names {
  return {
    isOpen,
    declared,
    // Names that begin with `__` are injected by planners, or declared by an importer (W2, V1).
    has: (name) => isOpen || declared.has(name) || name.startsWith('__'),
  };
}
