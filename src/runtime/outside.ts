import { type Address, LIMITS } from '#base';
import type { Command } from '#kernel';
import { type EffectCommand, EffectQueue } from './effectQueue';
import type { Host } from './host';
import { type TimerCommand, Timers } from './timers';

export interface OutsideOptions {
  readonly host: Host;
  perform(command: EffectCommand, signal: AbortSignal): Promise<void>;
  fired(command: TimerCommand): void;
  /** Something may have come to rest. */
  changed(): void;
}

/** Carries out the commands of one run: calls, timers, and the withdrawing of both. */
export class Outside {
  readonly #host: Host;
  readonly #effects: EffectQueue;
  readonly #timers: Timers;
  /** Timeouts of calls that wait for their place: their time starts when the call leaves (SECURITY, limits). */
  readonly #notYet = new Map<Address, TimerCommand>();

  constructor(options: OutsideOptions) {
    this.#host = options.host;
    this.#effects = new EffectQueue({
      limit: Math.min(options.host.effectsInFlight ?? LIMITS.effectsInFlight, LIMITS.effectsInFlightMax),
      perform: options.perform,
      left: (address) => this.#left(address),
      freed: options.changed,
    });
    this.#timers = new Timers(options.host.clock, options.fired);
  }

  /** Nothing out there will come back by itself. Timeouts alone do not count: they only end waits. */
  get isQuiet(): boolean {
    return this.#effects.isQuiet && !this.#timers.moves;
  }

  /**
   * @param issuedAt when its commit was made, in milliseconds since the epoch: timers count from there
   * @param held whether it stays until `release`
   */
  issue(command: Command, issuedAt: number, held = false): void {
    if (command.kind === 'timer') this.#arm(command, issuedAt);
    else if (command.kind === 'cancel') this.#withdraw(command.address);
    else if (command.kind !== 'wait') this.#effects.start(command, held);
  }

  /** R19: nothing leaves and no timer fires; what is in flight goes on. */
  hold(): void {
    this.#effects.hold();
    this.#timers.hold();
  }

  /** The waiting calls leave first, then the overdue timers fire (R19). */
  release(): void {
    this.#effects.release();
    this.#timers.release();
  }

  postpone(command: TimerCommand): void {
    this.#timers.postpone(command);
  }

  stop(): void {
    this.#effects.withdrawAll();
    this.stopTimers();
  }

  /** The run is over: nothing of it is due any more. Calls that were withdrawn may still come back late. */
  stopTimers(): void {
    this.#timers.withdrawAll();
    this.#notYet.clear();
  }

  #arm(command: TimerCommand, issuedAt: number): void {
    if (command.purpose === 'timeout' && this.#effects.isWaiting(callOf(command)))
      this.#notYet.set(command.address, command);
    else this.#timers.arm(command, issuedAt + command.afterMs);
  }

  #left(call: Address): void {
    for (const [address, command] of this.#notYet) {
      if (callOf(command) !== call) continue;
      this.#notYet.delete(address);
      this.#timers.arm(command, this.#host.clock.now() + command.afterMs);
    }
  }

  #withdraw(address: Address): void {
    this.#effects.withdraw(address);
    this.#timers.withdraw(address);
    this.#notYet.delete(address);
  }
}

/** The call that a timeout bounds: `/look#1!timeout` bounds `/look#1` (K11). */
function callOf(timer: TimerCommand): string {
  return timer.address.slice(0, timer.address.lastIndexOf('!'));
}
