import { ROOT } from '#base';
import { compileAlone } from '#compile';
import type { CapabilityPlan } from '#plan';
import { compiledPlan } from '../closure';
import type { Draft } from '../draft';
import { nodeOfPlan, PLAN_GUARDS_FRAME } from '../features';
import { planOf } from '../variables';
import { openFrame, ROOT_FRAME } from './scope';

/** The run begins: with the features of its plan, else with the plan's scope. */
export function openPlan(draft: Draft, plan: CapabilityPlan): void {
  if (plan.features === undefined || plan.features.length === 0) openRoot(draft, plan);
  else openFrame(draft, { ...AT_ROOT, id: PLAN_GUARDS_FRAME, scope: compileAlone(nodeOfPlan(plan), 0) });
}

/** The guards have let the plan pass: its scope opens. */
export function leavePlanGuards(draft: Draft): void {
  const plan = planOf(draft);
  if (plan.kind !== 'capability') return;
  draft.frames.close(PLAN_GUARDS_FRAME);
  openRoot(draft, plan);
}

function openRoot(draft: Draft, plan: CapabilityPlan): void {
  const compiled = compiledPlan(plan, draft.start.planHash);
  if (compiled.ok) openFrame(draft, { ...AT_ROOT, id: ROOT_FRAME, scope: compiled.value.scope });
}

const AT_ROOT = { kind: 'plan', address: ROOT, parent: null, order: [] } as const;
