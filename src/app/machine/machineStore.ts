import { createStore } from 'zustand/vanilla';

export type MachineTab = 'events' | 'state' | 'context' | 'machine';

/** Which tab of the machine's panel is shown; null follows what is chosen on the canvas. */
export const machineTabs = createStore<{ readonly tab: MachineTab | null }>(() => ({ tab: null }));

/** Whether a guard is to be answered as soon as its field is there. */
export const guardAsked = createStore<{ readonly asked: boolean }>(() => ({ asked: false }));

export function showMachineTab(tab: MachineTab | null): void {
  machineTabs.setState({ tab });
}
