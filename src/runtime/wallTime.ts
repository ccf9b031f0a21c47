import type { Budget } from '#kernel';
import type { Clock } from './ports';

/**
 * K10: the wall time of a run, in milliseconds. Only time in which the run was not paused counts, so that a run
 * left over night can still be resumed.
 */
export class WallTime {
  readonly #clock: Clock;
  readonly #exhausted: () => void;
  #limit: number | undefined;
  #used = 0;
  #since: number | null = null;
  #withdraw: () => void = () => {};

  /** @param exhausted called once each time that the budget runs out */
  constructor(clock: Clock, exhausted: () => void) {
    this.#clock = clock;
    this.#exhausted = exhausted;
  }

  /** A new bound; without `wallTimeMs` the bound so far stays. */
  budget(budget: Budget): void {
    this.#limit = budget.wallTimeMs ?? this.#limit;
    this.#arm();
  }

  /** The clock of the run goes from `at` on. */
  go(at: number): void {
    this.#since ??= at;
    this.#arm();
  }

  halt(at: number): void {
    if (this.#since !== null) this.#used += Math.max(0, at - this.#since);
    this.#since = null;
    this.#withdraw();
  }

  #arm(): void {
    this.#withdraw();
    if (this.#limit === undefined || this.#since === null) return;
    const rest = this.#limit - this.#used - (this.#clock.now() - this.#since);
    this.#withdraw = this.#clock.after(Math.max(0, rest), this.#exhausted);
  }
}
