import { createStore } from 'zustand/vanilla';
import { allStates, type StateMachinePlan } from '#plan';
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
