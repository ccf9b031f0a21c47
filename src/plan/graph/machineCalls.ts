import type { MachineAction } from '../schema/machineAction';
import type { State } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';
import { fieldsOfMachine, namesIn } from './fieldsOf';
import { allStates } from './states';
import { transitionsOf } from './transitions';

/** What a machine can call: capabilities and plans by their ids, in document order, each once. */
export interface MachineCalls {
  readonly capabilities: readonly string[];
  readonly plans: readonly string[];
  /** Models that choose the next event (M5); null where the host shall choose. */
  readonly models: readonly (string | null)[];
}

/** Names of invocations, of responders, of calls that are told, and of `onTransition`. */
export function machineCalls(plan: StateMachinePlan): MachineCalls {
  const fields = fieldsOfMachine(plan);
  const owners = allStates(plan.states);
  return {
    capabilities: [...new Set(namesIn(fields, 'capability'))],
    plans: [...new Set(namesIn(fields, 'plan'))],
    models: [...owners].flatMap(({ choose }) =>
      choose === undefined ? [] : choose.models === undefined ? [null] : choose.models,
    ),
  };
}

/** All actions of a state, or of the root of a machine: on the way in and out, and of its transitions. */
export function actionsOf(owner: State | StateMachinePlan): readonly MachineAction[] {
  return [
    ...(owner.initialActions ?? []),
    ...(owner.entry ?? []),
    ...(owner.exit ?? []),
    ...transitionsOf(owner).flatMap(({ transition }) => transition.actions ?? []),
  ];
}
