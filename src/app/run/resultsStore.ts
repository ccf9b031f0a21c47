import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CardResult } from '#canvas';

/** What cards keep of a run (D7), by their keys: `KeptResults` finds it. */
export const resultsStore = createStore<{ readonly byKey: ReadonlyMap<string, CardResult> }>(() => ({
  byKey: new Map(),
}));

/** What one card keeps. */
export function useKeptResult(key: string): CardResult | undefined {
  return useStore(resultsStore, ({ byKey }) => byKey.get(key));
}
