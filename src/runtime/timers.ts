import type { Address } from '#base';
import type { Command } from '#kernel';
import type { Clock } from './ports';

export type TimerCommand = Extract<Command, { kind: 'timer' }>;

interface Armed {
  readonly command: TimerCommand;
  readonly due: number;
  withdraw: () => void;
  overdue: boolean;
}

/**
 * The run's timers. While held, a timer that comes due waits; when released, the overdue ones fire in order of
 * their due times, each once (R19).
 */
export class Timers {
  readonly #clock: Clock;
  readonly #fire: (command: TimerCommand) => void;
  readonly #armed = new Map<Address, Armed>();
  #held = false;

  constructor(clock: Clock, fire: (command: TimerCommand) => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /** Whether a timer is armed that will move the run on by itself, and not merely bound a call or a wait. */
  get moves(): boolean {
    return !this.#held && [...this.#armed.values()].some(({ command }) => command.purpose !== 'timeout');
  }

  /** @param due milliseconds since the epoch; in the past means at once */
  arm(command: TimerCommand, due: number): void {
    this.withdraw(command.address);
    const timer: Armed = { command, due, withdraw: () => {}, overdue: false };
    this.#armed.set(command.address, timer);
    timer.withdraw = this.#clock.after(Math.max(0, due - this.#clock.now()), () => this.#ring(timer));
  }

  /** Takes back a timer that fired just before the run was paused. */
  postpone(command: TimerCommand): void {
    const due = this.#clock.now();
    this.#armed.set(command.address, { command, due, withdraw: () => {}, overdue: true });
  }

  withdraw(address: Address): void {
    this.#armed.get(address)?.withdraw();
    this.#armed.delete(address);
  }

  withdrawAll(): void {
    for (const address of [...this.#armed.keys()]) this.withdraw(address);
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    const overdue = [...this.#armed.values()].filter((timer) => timer.overdue);
    for (const timer of overdue.sort((one, other) => one.due - other.due)) this.#ring(timer);
  }

  #ring(timer: Armed): void {
    const address = timer.command.address;
    if (this.#armed.get(address) !== timer) return;
    timer.overdue = true;
    if (this.#held) return;
    this.#armed.delete(address);
    this.#fire(timer.command);
  }
}
