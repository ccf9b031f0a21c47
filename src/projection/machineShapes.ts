import type { TransitionCause } from '#plan';

export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** How a state is drawn besides its words. */
export interface StateShape {
  readonly kind: StateKind;
  /** Right inside a parallel state: a pane of it, parted from the others by a dashed line. */
  readonly region: boolean;
  /** Of a history state: it remembers all levels (H*), not one (H). */
  readonly deep: boolean;
  /** Whether the event that is looked at enters or leaves it (M7). */
  readonly preview: 'in' | 'out' | null;
}

/** A transition as it is drawn: one line for each of its targets. */
export interface DrawnTransition {
  /** Id of the state that has it; null is the machine itself. */
  readonly state: string | null;
  /** Where it is written in that state: `/on/0`. */
  readonly path: string;
  readonly cause: TransitionCause | 'initial' | 'history';
  /** The event and its condition, the delay, …; empty for none. */
  readonly label: string;
  /** It can be taken now. */
  readonly lit: boolean;
  /** The event that is looked at takes it. */
  readonly preview: boolean;
  /** The delay that it waits for is running. */
  readonly timer: RunningDelay | null;
  /** Where its author moved the label, from the middle of the line, in canvas pixels. */
  readonly offset: { readonly x: number; readonly y: number } | null;
}

/** A delay that is running. All times are milliseconds since the epoch. */
export interface RunningDelay {
  readonly from: number;
  readonly until: number;
  /** The moment that is looked at; null while time goes on. */
  readonly at: number | null;
}

/** Where a machine stands, of a simulation or of a run, as far as it is drawn. All sets hold ids of states. */
export interface MachineLight {
  readonly active: ReadonlySet<string>;
  /** States that were active and are no more. */
  readonly left: ReadonlySet<string>;
  /** Transitions that were taken, by `transitionKey`: the path that led here. */
  readonly taken: ReadonlySet<string>;
  /** Transitions that can be taken now, by `transitionKey`. */
  readonly possible: ReadonlySet<string>;
  /** Delays that are running, by `transitionKey`. */
  readonly delays: ReadonlyMap<string, RunningDelay>;
  /** The configuration after the event that is looked at, and the transitions that lead there. */
  readonly preview: { readonly active: ReadonlySet<string>; readonly taken: ReadonlySet<string> } | null;
}

export const NO_LIGHT: MachineLight = {
  active: new Set(),
  left: new Set(),
  taken: new Set(),
  possible: new Set(),
  delays: new Map(),
  preview: null,
};

/** Which transition of a machine it is. */
export function transitionKey(state: string | null, path: string): string {
  return `${state ?? ''}${path}`;
}
