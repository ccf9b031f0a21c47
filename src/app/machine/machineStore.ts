import { createStore } from 'zustand/vanilla';

export type MachineTab = 'events' | 'state' | 'context' | 'machine';

/** Which tab of the machine's panel is shown; null follows what is chosen on the canvas. */
export const machineTabs = createStore<{ readonly tab: MachineTab | null }>(() => ({ tab: null }));

export function showMachineTab(tab: MachineTab | null): void {
  machineTabs.setState({ tab });
}
