import { type Address, LIMITS, withoutAttempt } from '#base';
import { type Command, dueAt, type TimerCommand } from '#kernel';
import { Timers } from './clock';
import type { Departures } from './departures';
import { type EffectCommand, EffectQueue } from './effectQueue';
import type { Host } from './host';

interface OutsideOptions {
  readonly host: Host;
  perform(command: EffectCommand, signal: AbortSignal): Promise<void>;
  fired(timer: Address): void;
  /** A call was withdrawn before it left. */
  dropped(call: Address): void;
  /** What keeps commands from leaving, and hears when they do. */
  readonly departures: Departures;
  /** Whether it is known what commands need. */
  isReady(): boolean;
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
      needs: (command) => options.departures.needs(command),
      isReady: () => options.isReady(),
      dropped: options.dropped,
      kept: (address, need) => options.departures.kept(address, need),
      left: (address) => {
        this.#left(address);
        options.departures.left(address);
      },
      freed: options.changed,
    });
    this.#timers = new Timers(options.host.clock, options.fired);
  }

  /**
   * Nothing out there will move the run by itself. Timeouts alone do not count, for they only end waits; and while the
   * run is paused no timer does.
   */
  isQuiet(paused: boolean): boolean {
    return this.#effects.isQuiet && (paused || !this.#timers.moves);
  }

  /**
   * @param issuedAt when its commit was made, in milliseconds since the epoch: timers count from there
   * @param held whether it stays until `release`
   */
  issue(command: Command, issuedAt: number, held = false): void {
    if (command.kind === 'timer') this.#arm(command, issuedAt);
    else if (command.kind === 'cancel') this.#withdraw(command.address);
    else if (command.kind !== 'wait' && command.kind !== 'listen') this.#effects.start(command, held);
  }

  /** R19: what still waits for its place stays; what is in flight goes on. */
  hold(): void {
    this.#effects.hold();
  }

  /** Something that was needed may be there now. */
  recheck(): void {
    this.#effects.recheck();
  }

  release(): void {
    this.#effects.release();
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
    if (command.purpose === 'timeout' && this.#effects.isWaiting((call) => bounds(command, call)))
      this.#notYet.set(command.address, command);
    else this.#timers.arm(command, dueAt(command, issuedAt));
  }

  #left(call: Address): void {
    for (const [address, command] of this.#notYet) {
      if (!bounds(command, call)) continue;
      this.#notYet.delete(address);
      this.#timers.arm(command, dueAt(command, this.#host.clock.now()));
    }
  }

  #withdraw(address: Address): void {
    this.#effects.withdraw(address);
    this.#timers.withdraw(address);
    this.#notYet.delete(address);
  }
}

/** Whether a timeout bounds a call: `/look#1!timeout` that of `/look#1`, and `/plan#1!timeout` that of `/plan!1` (K11). */
function bounds(timer: TimerCommand, call: Address): boolean {
  return (
    timer.address === `${call}!timeout` ||
    (call.includes('!') && withoutAttempt(timer.address) === withoutAttempt(call))
  );
}
