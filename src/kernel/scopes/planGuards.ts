import { type Address, ROOT, within } from '#base';
import { compileAlone } from '#compile';
import type { CapabilityPlan, PlanNode } from '#plan';
import { compiledPlan } from '../closure';
import type { Draft } from '../draft';
import { planOf } from '../variables';
import { openFrame, ROOT_FRAME } from './scope';

/**
 * Id of the frame in which a plan with features stands before its scope opens (L4): one node that no author wrote, at
 * `/<plan>`, so that its guards are asked for the plan as they are for any node. A node of that id would share the
 * address of the calls; `check` refuses it.
 */
export const PORCH_FRAME = 'porch';

/** The plan of the run as one node. */
export function nodeOfPlan({ id }: CapabilityPlan): PlanNode {
  return { id, type: 'SUB_PLAN', params: { plan: id } };
}

/** What the addresses of its features begin with: `/main!pre-1`. */
export function addressOfPlan({ id }: CapabilityPlan): Address {
  return within(ROOT, id);
}

/** The run begins: with the features of its plan, else with the plan's scope. */
export function openPlan(draft: Draft, plan: CapabilityPlan): void {
  if (plan.features === undefined || plan.features.length === 0) openRoot(draft, plan);
  else openFrame(draft, { ...AT_ROOT, id: PORCH_FRAME, scope: compileAlone(nodeOfPlan(plan), 0) });
}

/** The guards have let the plan pass: its scope opens. */
export function leavePorch(draft: Draft): void {
  const plan = planOf(draft);
  if (plan.kind !== 'capability') return;
  draft.frames.close(PORCH_FRAME);
  openRoot(draft, plan);
}

function openRoot(draft: Draft, plan: CapabilityPlan): void {
  const compiled = compiledPlan(plan, draft.start.planHash);
  if (compiled.ok) openFrame(draft, { ...AT_ROOT, id: ROOT_FRAME, scope: compiled.value.scope });
}

const AT_ROOT = { address: ROOT, parent: null, order: [], layered: false, dynamic: null } as const;
