import type { CapabilityPlan, Workspace } from '#plan';
import { refuse } from '../outcome';

/** The plan of that id, or the first (H1). @throws Refusal when there is none, or it is a state machine */
export function choosePlan(workspace: Workspace, id: string | undefined): CapabilityPlan {
  const plan = id === undefined ? workspace.plans[0] : workspace.plans.find((one) => one.id === id);
  const ids = workspace.plans.map((one) => one.id).join(', ') || 'none';
  if (!plan)
    throw refuse(
      'PLAN_UNKNOWN',
      id === undefined ? 'There is no plan.' : `There is no plan "${id}".`,
      `Plans of this workspace: ${ids}.`,
    );
  if (plan.kind !== 'capability')
    throw refuse(
      'PLAN_NOT_RUNNABLE',
      `"${plan.id}" is a state machine, which can be validated, but not compiled or run yet.`,
      `Choose a capability plan with --plan. Plans of this workspace: ${ids}.`,
    );
  return plan;
}
