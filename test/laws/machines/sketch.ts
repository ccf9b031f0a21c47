import type { Json, JsonObject } from '#base';

/**
 * A guard that both sides can ask: the original as XState's own, ours as CEL. `named` is only a name, and answered from
 * outside.
 */
export type GuardSketch =
  | { readonly named: string }
  | { readonly atLeast: number }
  /** Whether the event's `n` is this; only where users send it. */
  | { readonly data: number }
  | { readonly typed: string }
  | { readonly in: string }
  | { readonly not: GuardSketch }
  | { readonly and: readonly GuardSketch[] }
  | { readonly or: readonly GuardSketch[] };

/** How a sketch of a guard is written in a configuration; nothing else there is called so. */
export function guardOf(sketch: GuardSketch): JsonObject {
  return { type: 'law', params: JSON.parse(JSON.stringify(sketch)) };
}

export function isGuardSketch(value: Json): value is { type: 'law'; params: JsonObject } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'law';
}

/** What a user may do to a machine, and how its guards answer meanwhile. */
export interface Move {
  readonly event: { readonly type: string; readonly n: number };
  /** `advance` lets the next timer pass, `end` ends one of the invocations that go on, or makes it fail. */
  readonly kind: 'user' | 'advance' | 'done' | 'error';
  /** Which of several. */
  readonly which: number;
  readonly answers: Readonly<Record<string, boolean>>;
}

export const GUARDS = ['red', 'green', 'blue'];
export const EVENTS = ['a', 'b', 'c', 'a.x', 'a.x.y', 'b.z', 'nobody'];
/** No two sums of a few are equal, so that timers seldom end together. */
export const DELAYS = [101, 211, 401, 797];
