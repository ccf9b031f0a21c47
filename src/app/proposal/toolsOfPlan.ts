import type { Proposal } from '#kernel';
import {
  type Body,
  bodiesOf,
  capabilitiesCalledBy,
  capabilitiesUsedBy,
  machineCalls,
  type StateMachinePlan,
} from '#plan';

/** Ids of the capabilities that a plan calls, one for each node that calls it, at any depth. */
export function toolsOfPlan(plan: Body | StateMachinePlan): readonly string[] {
  return 'states' in plan ? machineCalls(plan).capabilities : toolsOfBody(plan);
}

/** What a plan that waits calls without edits: the plan that it follows already, else as it was proposed. */
export function callsOf({ plan, machine, before }: Proposal): ReadonlySet<string> {
  return new Set(toolsOfPlan(before ?? machine ?? plan));
}

function toolsOfBody({ nodes }: Body): readonly string[] {
  return nodes.flatMap((node) => [
    ...new Set([...capabilitiesCalledBy(node), ...capabilitiesUsedBy(node).map(({ id }) => id)]),
    ...bodiesOf(node).flatMap(({ body }) => toolsOfBody(body)),
  ]);
}
