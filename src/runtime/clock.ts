import type { Address } from '#base';
import { type Budget, isBound, type TimerCommand } from '#kernel';
import type { Clock } from './ports';

/** Timers of browsers and Node are 32 bits wide: a longer delay would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The host's own clock and timers. Delays longer than 24 days are waited for in pieces. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (rest: number): void => {
      const piece = Math.min(Math.max(rest, 0), LONGEST_TIMER_MS);
      timer = setTimeout(() => (rest > piece ? wait(rest - piece) : callback()), piece);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

interface Appointment {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock that is moved by hand. Timers fire in order of their due times, then of their making.
 *
 * @example
 * const clock = new SimulatedClock(1_000);
 * clock.after(50, ring);
 * clock.advance(50); // rings; clock.now() is 1_050
 */
export class SimulatedClock implements Clock {
  #now: number;
  #made = 0;
  readonly #appointments = new Set<Appointment>();

  /** @param startMs milliseconds since the Unix epoch */
  constructor(startMs = 0) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const appointment = { due: this.#now + Math.max(ms, 0), order: this.#made++, callback };
    this.#appointments.add(appointment);
    return () => this.#appointments.delete(appointment);
  }

  /** When the next timer is due, or null when there is none. */
  nextDue(): number | null {
    return this.#next()?.due ?? null;
  }

  /**
   * Moves on to the next timer and fires it alone: what it causes at the same moment comes after what was due already.
   *
   * @returns false when there is none
   */
  ring(): boolean {
    const next = this.#next();
    if (!next) return false;
    this.#now = Math.max(this.#now, next.due);
    this.#appointments.delete(next);
    next.callback();
    return true;
  }

  /** Moves the clock on by `ms`, firing what becomes due on the way, each at its own time. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(); next && next.due <= end; next = this.#next()) {
      this.#now = next.due;
      this.#appointments.delete(next);
      next.callback();
    }
    this.#now = end;
  }

  #next(): Appointment | undefined {
    let first: Appointment | undefined;
    for (const one of this.#appointments)
      if (!first || one.due < first.due || (one.due === first.due && one.order < first.order)) first = one;
    return first;
  }
}

interface Armed {
  readonly moves: boolean;
  readonly withdraw: () => void;
}

/** The timers of one run. Each fires once; what that means while the run is paused is the kernel's to say (R19). */
export class Timers {
  readonly #clock: Clock;
  readonly #fire: (address: Address) => void;
  readonly #armed = new Map<Address, Armed>();

  constructor(clock: Clock, fire: (address: Address) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** Whether a timer is armed that will move the run on by itself, and not merely bound a call or a wait (D6). */
  get moves(): boolean {
    return [...this.#armed.values()].some(({ moves }) => moves);
  }

  /** @param due milliseconds since the epoch; in the past means at once */
  arm(timer: TimerCommand, due: number): void {
    const { address } = timer;
    this.withdraw(address);
    const withdraw = this.#clock.after(Math.max(0, due - this.#clock.now()), () => {
      this.#armed.delete(address);
      this.#fire(address);
    });
    this.#armed.set(address, { moves: !isBound(timer), withdraw });
  }

  withdraw(address: Address): void {
    this.#armed.get(address)?.withdraw();
    this.#armed.delete(address);
  }

  withdrawAll(): void {
    for (const address of [...this.#armed.keys()]) this.withdraw(address);
  }
}

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
