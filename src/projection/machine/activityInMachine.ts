import type { Address } from '#base';
import { allStates, invocationId, type Plan, type State, type StateMachinePlan } from '#plan';

/** What a record of a machine is of: a state's action, an invocation, or a state that only was active. */
export interface MachineActivity {
  readonly id: string;
  readonly name: string;
  /** L8: the type of what was done, and what it called. */
  readonly activityType: string;
}

/** What lies at an address inside a machine: `/looking[0]`, `/looking[0]/invoke`. Null for what is in none. */
export function activityInMachine(address: Address, plans: readonly Plan[]): MachineActivity | null {
  const machines = plans.filter((plan) => plan.kind === 'state-machine');
  const [last = '', before = ''] = address.split('/').slice(1).reverse();
  for (const machine of machines) {
    const state = stateOf(machine, last);
    if (state !== null)
      return { id: state.id, name: state.name ?? state.id, activityType: typeOf(state, machine) };
    const around = stateOf(machine, before);
    const invoked = (around ?? machine).invoke?.find(({ id }, index) => (id ?? invocationId(index)) === last);
    if (invoked === undefined) continue;
    return { id: last, name: last, activityType: typeOfCall(invoked) };
  }
  return null;
}

/** The state of a segment with its round; what has none is no state. */
function stateOf(machine: StateMachinePlan, segment: string): State | null {
  const id = /^(.+)\[\d+\]$/.exec(segment)?.[1];
  if (id === undefined) return null;
  for (const state of allStates(machine.states)) if (state.id === id) return state;
  return null;
}

/** M2: a state's action is what its responder does; without one an event from outside is awaited. */
function typeOf({ action, choose }: State, { responders = [] }: StateMachinePlan): string {
  if (action === undefined) return choose === undefined ? 'STATE' : 'LLM_DECISION';
  const responder = responders.find(({ request }) => request === action.event);
  if (responder === undefined) return 'EVENT_WAIT';
  const isPerson = responder.capability === undefined && responder.plan === undefined;
  return isPerson ? 'HUMAN_INPUT' : typeOfCall(responder);
}

function typeOfCall({ capability }: { readonly capability?: string | undefined }): string {
  return capability === undefined ? 'SUB_PLAN' : `CAPABILITY:${capability}`;
}
