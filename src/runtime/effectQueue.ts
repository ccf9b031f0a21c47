import type { Address } from '#base';
import type { Command } from '#kernel';

/** The commands that are work: they take a place among the effects in flight. */
export type EffectCommand = Extract<Command, { kind: 'call' | 'evaluate' | 'observe' | 'plan' }>;

/** What a person has to bring before a command may leave (K13). */
export interface Need {
  readonly for: 'connection' | 'file';
  readonly message: string;
}

interface EffectQueueOptions {
  /** Most effects in flight at once. */
  readonly limit: number;
  /** Does the work. Never rejects. */
  perform(command: EffectCommand, signal: AbortSignal): Promise<void>;
  /** What a command still needs before it may leave (K13); null: it may. */
  needs?(command: EffectCommand): Need | null;
  /** Whether it is known yet what commands need; nothing leaves before. */
  isReady?(): boolean;
  /** A command cannot leave; told once. */
  kept?(address: Address, need: Need): void;
  /** An effect was withdrawn before it left: nothing comes of it. */
  dropped(address: Address): void;
  /** An effect has left: from now on its time counts. */
  left(address: Address): void;
  /** A place became free. */
  freed(): void;
}

interface Waiting {
  readonly command: EffectCommand;
  held: boolean;
  /** It was told that it cannot leave yet. */
  kept: boolean;
}

/**
 * Effects in flight, and those that wait for a place (SECURITY, limits), in the order in which the kernel asked.
 * The kernel sees nothing of the queue.
 */
export class EffectQueue {
  readonly #options: EffectQueueOptions;
  #waiting: Waiting[] = [];
  readonly #inFlight = new Map<Address, AbortController>();

  constructor(options: EffectQueueOptions) {
    this.#options = options;
  }

  /** Nothing is in flight, and nothing that waits could leave. */
  get isQuiet(): boolean {
    if (this.#waiting.length > 0 && !this.#isReady) return false;
    return this.#inFlight.size === 0 && this.#waiting.every(({ held, kept }) => held || kept);
  }

  /** Whether an effect whose address passes the test has not left yet. */
  isWaiting(test: (address: Address) => boolean): boolean {
    return this.#waiting.some(({ command }) => test(command.address));
  }

  /** @param held it stays until `release`, as a command that a resumed run issues again does (K6) */
  start(command: EffectCommand, held = false): void {
    this.#waiting.push({ command, held, kept: false });
    this.#leave();
  }

  /** Aborts an effect, or drops it when it has not left; its place is free at once. */
  withdraw(address: Address): void {
    if (this.#drop(address)) this.#options.dropped(address);
    const controller = this.#inFlight.get(address);
    if (!controller) return;
    this.#inFlight.delete(address);
    controller.abort();
    this.#leave();
    this.#options.freed();
  }

  /** @returns whether it was waiting for its place */
  #drop(address: Address): boolean {
    const waiting = this.#waiting.length;
    this.#waiting = this.#waiting.filter(({ command }) => command.address !== address);
    return this.#waiting.length < waiting;
  }

  withdrawAll(): void {
    this.#waiting = [];
    const controllers = [...this.#inFlight.values()];
    this.#inFlight.clear();
    for (const controller of controllers) controller.abort();
  }

  /** What waits now stays (R19). What the kernel asks for later, in step mode, still leaves. */
  hold(): void {
    for (const waiting of this.#waiting) waiting.held = true;
  }

  release(): void {
    for (const waiting of this.#waiting) waiting.held = false;
    this.#leave();
  }

  /** Something that was needed may be there now. */
  recheck(): void {
    this.#leave();
  }

  get #isReady(): boolean {
    return this.#options.isReady?.() ?? true;
  }

  #leave(): void {
    if (!this.#isReady) return;
    while (this.#inFlight.size < this.#options.limit) {
      const index = this.#waiting.findIndex((waiting) => !waiting.held && !this.#isKept(waiting));
      const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (!next) return;
      void this.#perform(next.command);
    }
  }

  #isKept(waiting: Waiting): boolean {
    const { command } = waiting;
    const need = this.#options.needs?.(command) ?? null;
    if (need !== null && !waiting.kept) this.#options.kept?.(command.address, need);
    waiting.kept = need !== null;
    return waiting.kept;
  }

  async #perform(command: EffectCommand): Promise<void> {
    const controller = new AbortController();
    this.#inFlight.set(command.address, controller);
    this.#options.left(command.address);
    await this.#options.perform(command, controller.signal);
    // A withdrawn effect gave its place back long ago, and a repetition may stand under its address now.
    if (this.#inFlight.get(command.address) !== controller) return;
    this.#inFlight.delete(command.address);
    this.#leave();
    this.#options.freed();
  }
}
