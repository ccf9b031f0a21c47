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
