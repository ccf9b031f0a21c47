import { type Outcome, outcomeOf, type Script, type ScriptEvent } from '../reference/language';

/** A call that has left: by its key it is the same effect, whoever makes it again (K6). */
export interface Left {
  readonly key: string;
  readonly address: string;
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
  readonly #script: Script;
  readonly #effects = new Map<string, Effect>();

  constructor(script: Script) {
    this.#script = script;
    this.events = script.events.toSorted((a, b) => a.atMs - b.atMs);
  }

  /** An effect begins. One that is made again comes to its end when it would have: it has not been begun twice. */
  begin(call: Left): Effect {
    this.left.push(call);
    const known = this.#effects.get(call.key);
    if (known) return known;
    const [, node = call.address, count = '1'] = /^(.*)#(\d+)$/.exec(call.address) ?? [];
    const outcome = outcomeOf(this.#script, node, Number(count));
    const effect = { dueAt: this.now + (outcome.afterMs || UNSAID_MS), outcome, hasHappened: false };
    this.#effects.set(call.key, effect);
    return effect;
  }

  /** What a person finds who looks whether an effect took place; null where it did not. */
  found(key: string): Outcome | null {
    const effect = this.#effects.get(key);
    return effect?.hasHappened && !effect.outcome.error ? effect.outcome : null;
  }
}

/** How long a call takes of which the script says nothing: the steps of a planner, the merge of a group. */
const UNSAID_MS = 37;
