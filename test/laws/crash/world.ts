import { type Address, withoutAttempt } from '#base';
import { type Outcome, Outcomes, type Script, type ScriptEvent } from '../reference/language';

/** A call that has left: by its key it is the same effect, whoever makes it again (K6). */
export interface Left {
  readonly key: string;
  readonly address: Address;
}

interface Effect {
  readonly dueAt: number;
  readonly outcome: Outcome;
  hasHappened: boolean;
}

/** What outlives every process: the time, and what has really happened outside. */
export class World {
  now = 0;
  /** Every call that left, in order; a repeated one is there again. */
  readonly left: Left[] = [];
  readonly events: readonly ScriptEvent[];
  readonly #outcomes: Outcomes;
  readonly #effects = new Map<string, Effect>();

  constructor(script: Script) {
    this.#outcomes = new Outcomes(script);
    this.events = script.events.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** An effect begins. One that is made again comes to its end when it would have: it has not been begun twice. */
  begin(call: Left): Effect {
    this.left.push(call);
    const known = this.#effects.get(call.key);
    if (known) return known;
    const [, name = ''] = /(![^/]*)$/.exec(call.address) ?? [];
    const outcome = this.#outcomes.next(`${withoutAttempt(call.address)}${name}`);
    const dueAt = this.now + outcome.afterMs + ownMs(call.key);
    const effect = { dueAt, outcome, hasHappened: false };
    this.#effects.set(call.key, effect);
    return effect;
  }

  /**
   * What a person finds who looks whether an effect took place; null where it did not, or where it asked for something
   * that a result alone does not tell (L7).
   */
  found(key: string): Outcome | null {
    const effect = this.#effects.get(key);
    if (!effect?.hasHappened) return null;
    const { error, break: breaks, waitFor } = effect.outcome;
    return error || breaks || waitFor ? null : effect.outcome;
  }
}

/**
 * What each call takes besides: no two the same, so that whatever is due is due alone, and its order does not hang on
 * who was asked for first.
 */
function ownMs(key: string): number {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + character.charCodeAt(0)) % LARGEST_OWN;
  return 1 + sum;
}

/** A prime below the distance of times. */
const LARGEST_OWN = 9_973;
