import type { Policy } from '../schema/workspace';

/** Whether policies let planners make plans while a plan runs (P13): one that says off is enough to forbid it. */
export function mayPlan(policies: readonly Policy[]): boolean {
  return policies.every(({ dynamicPlans }) => dynamicPlans !== 'off');
}

/** The same policies with planners allowed, or forbidden. */
export function withPlanning(policies: readonly Policy[], allowed: boolean): readonly Policy[] {
  const rest = policies.flatMap(({ dynamicPlans, ...policy }) =>
    Object.keys(policy).length > 0 ? [policy] : [],
  );
  return allowed ? rest : [{ dynamicPlans: 'off' }, ...rest];
}
