import type { CompiledMachine } from '#compile';
import type { Plan, StateMachinePlan } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { compiledMachine } from './machinePlan';

/** The plan of the machine that a node runs, and its machine: both are there, because it was started with them. */
export function startedMachine(
  draft: Draft,
  ref: NodeRef,
): { readonly plan: StateMachinePlan; readonly machine: CompiledMachine } {
  const plan = planOfMachine(draft, ref);
  const machine = plan?.kind === 'state-machine' ? compiledMachine(plan) : null;
  if (plan?.kind !== 'state-machine' || !machine?.ok)
    throw new Error(`Node ${ref.node} of the scope ${ref.frame} was started without a machine.`);
  return { plan, machine: machine.value };
}

/** The plan that a SUB_PLAN runs: of the closure, or the machine that a planner made (M5); the run's own machine is a node too. */
export function planOfMachine(draft: Draft, ref: NodeRef): Plan | undefined {
  const { node } = draft.compiled(ref);
  if (node.type !== 'SUB_PLAN') return undefined;
  const made = draft.frame(ref.frame).dynamic?.machine;
  if (made !== undefined) return made;
  return draft.start.closure.plans.find(({ id }) => id === node.params.plan);
}
