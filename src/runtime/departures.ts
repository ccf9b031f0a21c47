import type { Address } from '#base';
import { type Command, type Fact, modelAskedBy, type RunState } from '#kernel';
import type { Host } from './host';

/** What keeps the calls of a run from leaving, and what the ledger is told when they do (K6, K13). */
export class Departures {
  readonly #host: Host;
  readonly #state: () => RunState | null;
  readonly #send: (fact: Fact) => void;
  /** Calls that the ledger says wait for a connection, and those whose repetition it is to tell. */
  readonly #kept = new Set<Address>();
  readonly #cutOff = new Set<Address>();

  constructor(host: Host, state: () => RunState | null, send: (fact: Fact) => void) {
    this.#host = host;
    this.#state = state;
    this.#send = send;
  }

  needs(command: Command): string | null {
    const model = this.#asks(command);
    return model === undefined ? null : (this.#host.unconnected?.(model) ?? null);
  }

  kept(address: Address, message: string): void {
    this.#send({ type: 'effect.waiting', address, for: 'connection', message });
  }

  left(address: Address): void {
    if (this.#kept.has(address)) this.#send({ type: 'effect.left', address });
    if (this.#cutOff.delete(address)) this.#send({ type: 'effect.repeated', address });
  }

  /** It had left before its page was lost, unless the ledger says that it waited. */
  takeUp(command: Command): void {
    if (this.#asks(command) !== undefined && !this.#kept.has(command.address))
      this.#cutOff.add(command.address);
  }

  follow(fact: Fact): void {
    if (fact.type === 'effect.waiting') this.#kept.add(fact.address);
    else if (fact.type === 'effect.left') this.#kept.delete(fact.address);
  }

  #asks(command: Command): string | null | undefined {
    const state = this.#state();
    return state === null ? undefined : modelAskedBy(command, state.start.closure);
  }
}
