import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Address } from '#base';
import type { AttachedRun } from '#editor';
import type { RunView } from '#projection';
import type { RunTrouble } from '#runtime';

import { useRuns, useScene } from '../state/session';
import type { LiveText } from './progress';

/** Who writes a run: this tab, another tab, or nobody any more. */
export type Standing = 'here' | 'elsewhere' | 'record';

/** What is known of the shown run besides its ledger. */
export interface RunFacts {
  readonly standing: Standing;
  /** Imported from a file: its effects did not happen here (case A14). */
  readonly imported: boolean;
  readonly trouble: RunTrouble | null;
  /** Tokens and progress by address without attempt: for the screen only (K9). */
  readonly progress: ReadonlyMap<Address, LiveText>;
}

export const NO_FACTS: RunFacts = {
  standing: 'record',
  imported: false,
  trouble: null,
  progress: new Map(),
};

export const runFactsStore = createStore<RunFacts>(() => NO_FACTS);

export function useRunFacts<T>(select: (facts: RunFacts) => T): T {
  return useStore(runFactsStore, select);
}

/** The run that is shown on the canvas; null while the plan is. */
export function useShownRun<T>(select: (run: AttachedRun | null) => T): T {
  return useScene((scene) => select(scene.run));
}

/** The view at the shown position; null while no run is shown. */
export function useView(): RunView | null {
  return useScene((scene) => scene.view);
}

/** Whether the newest position is followed. */
export function useLive(): boolean {
  return useRuns((runs) => runs.position === null);
}

/** Whether this tab may answer and steer the shown run now: it writes it, and the newest position is shown. */
export function useCanSteer(): boolean {
  const here = useRunFacts((facts) => facts.standing === 'here');
  const live = useLive();
  return here && live;
}
