import type { CapabilityPlan, Plan, Workspace } from '#plan';
import { refuse } from '../outcome';

/** The plan of that id, or the first (H1). @throws Refusal when there is none */
export function choosePlan(workspace: Workspace, id: string | undefined): Plan {
  const plan = id === undefined ? workspace.plans[0] : workspace.plans.find((one) => one.id === id);
  const ids = workspace.plans.map((one) => one.id).join(', ') || 'none';
  if (!plan)
    throw refuse(
      'PLAN_UNKNOWN',
      id === undefined ? 'There is no plan.' : `There is no plan "${id}".`,
      `Plans of this workspace: ${ids}.`,
    );
  return plan;
}

/** The same for what is made of capability plans alone. @throws Refusal also when it is a state machine */
export function chooseCapabilityPlan(workspace: Workspace, id: string | undefined): CapabilityPlan {
  const plan = choosePlan(workspace, id);
  if (plan.kind === 'capability') return plan;
  const ids =
    workspace.plans.flatMap((one) => (one.kind === 'capability' ? [one.id] : [])).join(', ') || 'none';
  throw refuse(
    'PLAN_NOT_CAPABILITY',
    `"${plan.id}" is a state machine.`,
    `Choose a capability plan with --plan. Those of this workspace: ${ids}.`,
  );
}
