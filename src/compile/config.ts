import type { Json, JsonObject } from '#base';

/** An action or a guard by its name, with parameters that are JSON. */
export type Named = { readonly type: string; readonly params?: JsonObject };

export type TransitionConfig = {
  readonly target?: string;
  readonly guard?: Named;
  readonly actions?: readonly Named[];
};

export type InvokeConfig = {
  readonly id: string;
  readonly src: string;
  readonly onDone: readonly TransitionConfig[];
  readonly onError: readonly TransitionConfig[];
};

export type StateConfig = {
  readonly type?: 'final';
  readonly meta?: JsonObject;
  readonly entry?: readonly Named[];
  readonly invoke?: InvokeConfig;
  readonly on?: { readonly [event: string]: readonly TransitionConfig[] };
  readonly always?: readonly TransitionConfig[];
};

/**
 * The part of an XState v5 machine configuration that Planloom writes: plain JSON that holds names only (C1). What
 * the names do is given once for all machines, in `machine/`.
 */
export type MachineConfig = {
  readonly id: string;
  readonly initial: string;
  readonly context?: JsonObject;
  readonly entry?: readonly Named[];
  readonly on?: { readonly [event: string]: readonly TransitionConfig[] };
  readonly states: { readonly [key: string]: StateConfig };
  readonly options: { readonly maxIterations: number };
};

/** A configuration as the JSON value that it is. */
export function asJson(config: MachineConfig): Json {
  return config;
}

/**
 * Most microsteps of one event (case D1): XState's default has no end, and an `always` cycle would hang the tab.
 * Ours take at most three.
 */
export const MAX_ITERATIONS = 100;
