import { type Address, withoutAttempt } from '#base';
import type { RunError } from '#kernel';

/**
 * Planners whose models the person does not wait for any more: what is asked of a model for them ends, and the kernel goes
 * on as after any other failure, until the rule planner is asked (P5). Nothing of it is recorded but the attempts.
 */
export class PassedOver {
  readonly #planners = new Map<Address, AbortController>();

  /** @param call of a planner, or the planner itself */
  pass(call: Address): void {
    this.#of(call).abort();
  }

  /** Aborted once the models of the planner of that call are passed over. */
  signalOf(call: Address): AbortSignal {
    return this.#of(call).signal;
  }

  /** Another planner than a model is asked: what is asked of models for it later is another question. */
  forget(call: Address): void {
    this.#planners.delete(withoutAttempt(call));
  }

  #of(call: Address): AbortController {
    const planner = withoutAttempt(call);
    const known = this.#planners.get(planner);
    if (known) return known;
    const controller = new AbortController();
    this.#planners.set(planner, controller);
    return controller;
  }
}

/** What is kept with an attempt that ended so. */
export function passedOver(): RunError {
  return {
    code: 'MODEL_PASSED_OVER',
    message: 'You chose the built-in rules instead of this model.',
    help: 'Run it again to let the model plan to its end.',
    retryable: false,
  };
}
