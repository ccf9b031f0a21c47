import type { Plan } from '#plan';

/** IN variables that a run cannot do without: no default stands beside them (V1). */
export function missingInputs(plan: Plan): readonly string[] {
  if (plan.variables === 'open') return [];
  return plan.variables
    .filter(({ scope, default: value }) => scope === 'IN' && value === undefined)
    .map(({ id }) => id);
}
