import { createStore } from 'zustand/vanilla';
import { allStates, type StateMachinePlan, transitionsOf } from '#plan';
import type { MachineLight } from '#projection';

export type MachineTab = 'events' | 'state' | 'context' | 'machine';

/** Which tab of the machine's panel is shown; null follows what is chosen on the canvas. */
export const machineTabs = createStore<{ readonly tab: MachineTab | null }>(() => ({ tab: null }));

/** Whether a guard is to be answered as soon as its field is there. */
export const guardAsked = createStore<{ readonly asked: boolean }>(() => ({ asked: false }));

export function showMachineTab(tab: MachineTab | null): void {
  machineTabs.setState({ tab });
}

/** Where a machine stands, by its innermost active states: "in summarising, checking". */
export function standingOf(machine: StateMachinePlan, { active }: MachineLight): string {
  const inner = [...allStates(machine.states)].filter(
    ({ id, states = [] }) => active.has(id) && !states.some((one) => active.has(one.id)),
  );
  return inner.length === 0 ? 'ended' : `in ${inner.map(({ id, name }) => name ?? id).join(', ')}`;
}

const NAMED = /\bguard\(\s*(?:"([^"]+)"|'([^']+)')/g;

/** The guards that conditions name and the plan gives no meaning, each once, in document order. */
export function askedGuards(plan: StateMachinePlan): readonly string[] {
  const known = new Set((plan.guards ?? []).map(({ name }) => name));
  const names = [plan, ...allStates(plan.states)]
    .flatMap((owner) => transitionsOf(owner))
    .flatMap(({ transition }) => [...(transition.when ?? '').matchAll(NAMED)])
    .map(([, one, other]) => one ?? other ?? '');
  return [...new Set(names)].filter((name) => !known.has(name));
}
