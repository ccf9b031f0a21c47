import type { Address } from '#base';
import { isBound, type TimerCommand } from '#kernel';
import type { Clock } from './ports';

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
