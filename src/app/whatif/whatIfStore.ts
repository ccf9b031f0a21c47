import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Diagnostic } from '#base';
import type { Commit } from '#kernel';
import type { SimulationReport } from '#runtime';
import type { ScriptText } from './script';

/** What the last simulation came to, for the plan that it was of. */
export type LastSimulation =
  | {
      readonly kind: 'done';
      readonly plan: string;
      readonly runId: string;
      readonly report: SimulationReport;
      readonly commits: readonly Commit[];
      /** KEYs of the script that answered nothing. */
      readonly unused: readonly string[];
    }
  | { readonly kind: 'refused'; readonly plan: string; readonly problems: readonly Diagnostic[] };

interface WhatIfState {
  /** Scripts by workspace and plan; they live as long as the page. */
  readonly scripts: ReadonlyMap<string, ScriptText>;
  /** What is being edited, by workspace and plan: a KEY, or one of the panel's own items. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly last: LastSimulation | null;
  readonly isRunning: boolean;
}

export const whatIfStore = createStore<WhatIfState>(() => ({
  scripts: new Map(),
  chosen: new Map(),
  last: null,
  isRunning: false,
}));

export function useWhatIf<T>(select: (state: WhatIfState) => T): T {
  return useStore(whatIfStore, select);
}

const EMPTY: ScriptText = {};

export function scriptOf(state: WhatIfState, place: string): ScriptText {
  return state.scripts.get(place) ?? EMPTY;
}

/** Changes the script of a plan. */
export function changeScript(place: string, change: (script: ScriptText) => ScriptText): void {
  whatIfStore.setState((state) => ({
    scripts: new Map(state.scripts).set(place, change(scriptOf(state, place))),
  }));
}

export function choose(place: string, item: string): void {
  whatIfStore.setState(({ chosen }) => ({ chosen: new Map(chosen).set(place, item) }));
}

/** Whether a run is a simulation that nobody asked to keep: it is in no storage, and in no address. */
export function isUnkept(runId: string | null): boolean {
  const { last } = whatIfStore.getState();
  return runId !== null && last?.kind === 'done' && last.runId === runId;
}
