import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Address } from '#base';
import type { ForeseenMark } from '#canvas';
import { project, type RunView } from '#projection';
import type { Foreseen, StaleSteps } from '#runtime';
import type { Extent } from '../state/extent';

/** What the form that is open says of the run that it would start, for the canvas: D1 goes on from a run, D3 forks it. */
export interface Forecast {
  readonly kind: 'goOn' | 'fork';
  /** By the addresses of steps, without attempts. */
  readonly steps: ReadonlyMap<Address, ForeseenMark>;
  /** The run as far as it needs nobody: what it does not come to by then may be called after that. */
  readonly ahead: RunView;
  /** Whether it calls what comes after the step. */
  readonly goesOn: boolean;
  /** The run that it goes on from. */
  readonly earlier: RunView;
}

const store = createStore<{ readonly forecast: Forecast | null }>(() => ({ forecast: null }));

export function useForecast(): Forecast | null {
  return useStore(store, ({ forecast }) => forecast);
}

/** Has it drawn on the canvas as long as the form is open. */
export function useShownForecast(forecast: Forecast | null): void {
  useLayoutEffect(() => store.setState({ forecast }), [forecast]);
  useLayoutEffect(() => () => store.setState({ forecast: null }), []);
}

const REUSED: ForeseenMark = { kind: 'reused', word: 'reused' };
const REUSED_IF_SAME: ForeseenMark = { kind: 'reused', word: 'reused if unchanged' };
const AGAIN: ForeseenMark = { kind: 'called', word: 'called again' };
const CALLED: ForeseenMark = { kind: 'called', word: 'called' };
/** What nobody has called yet, and the run may come to. */
export const MAY_BE_CALLED: ForeseenMark = { kind: 'called', word: 'may be called' };
const STALE: ForeseenMark = { kind: 'stale', word: 'stale, called again' };
const ASKS: ForeseenMark = { kind: 'asks', word: 'asks you first' };
const MAY_ASK: ForeseenMark = { kind: 'asks', word: 'may ask you first' };
const RUNS_AGAIN: ForeseenMark = { kind: 'called', word: 'runs again' };

/** D1: a run that goes on from another. What stops at a step does not come to what lies behind it. */
export function forecastOf(
  earlier: RunView,
  foreseen: Foreseen,
  stale: StaleSteps,
  extent: Extent,
): Forecast {
  const { reused, again, called, asks, mayAsk, later, commits } = foreseen;
  const goesOn = extent !== 'only' && extent !== 'upTo';
  const markOf = (address: Address) => {
    const reason = stale.get(address);
    return reason === undefined || reason.kind === 'before' ? AGAIN : STALE;
  };
  const known = again.filter(({ because }) => because !== 'not run');
  const steps = new Map<Address, ForeseenMark>([
    ...(goesOn ? called.map((address) => [address, markOf(address)] as const) : []),
    ...(goesOn ? later.map((address) => [address, REUSED_IF_SAME] as const) : []),
    ...reused.map((address) => [address, REUSED] as const),
    ...again.map(({ address }) => [address, CALLED] as const),
    ...known.map(({ address }) => [address, markOf(address)] as const),
    ...(goesOn ? mayAsk.map((address) => [address, MAY_ASK] as const) : []),
    ...asks.map((address) => [address, ASKS] as const),
  ]);
  return { kind: 'goOn', steps, ahead: project(commits), goesOn, earlier };
}

/** D3: a fork. What it takes from the record has no badge: it is what is drawn as it was. */
export function forecastOfFork(earlier: RunView, { called, later, commits }: Foreseen): Forecast {
  const steps = new Map<Address, ForeseenMark>([
    ...called.map((address) => [address, RUNS_AGAIN] as const),
    ...later.map((address) => [address, REUSED_IF_SAME] as const),
  ]);
  return { kind: 'fork', steps, ahead: project(commits), goesOn: true, earlier };
}
