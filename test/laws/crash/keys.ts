import type { Command, Commit } from '#kernel';

export type Call = Extract<Command, { kind: 'call' }>;

/** What makes two calls the same effect (K6): the address of the attempt, and which of its returns it is (L7). */
export function keyOf({ address, again }: Call): string {
  return `run-1:${address}${again ? `:${again.turn}` : ''}`;
}

/** What a ledger says of the calls of a run. */
export interface Calls {
  /** Nobody has written what became of them. */
  readonly open: readonly Call[];
  readonly finished: ReadonlySet<string>;
  /** Withdrawn, or asked about and settled: by address. */
  readonly withdrawn: ReadonlySet<string>;
  readonly doubted: ReadonlySet<string>;
  /** How often a person said that it shall be repeated, by address. */
  readonly repeated: ReadonlyMap<string, number>;
}

export function callsIn(commits: readonly Commit[]): Calls {
  const reader = new Reader();
  for (const commit of commits) reader.read(commit);
  return reader.calls;
}

class Reader {
  readonly #open = new Map<string, Call>();
  readonly #finished = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly #doubted = new Set<string>();
  readonly #repeated = new Map<string, number>();

  get calls(): Calls {
    return {
      open: [...this.#open.values()],
      finished: this.#finished,
      withdrawn: this.#withdrawn,
      doubted: this.#doubted,
      repeated: this.#repeated,
    };
  }

  read({ fact, entries }: Commit): void {
    this.#readFact(fact);
    for (const entry of entries) if (entry.kind === 'command') this.#readCommand(entry.data.command);
  }

  #readFact(fact: Commit['fact']): void {
    if (fact.type === 'effect.succeeded' || fact.type === 'effect.failed') {
      const call = this.#open.get(fact.address);
      if (call) this.#finished.add(keyOf(call));
      this.#open.delete(fact.address);
    } else if (fact.type === 'effect.uncertain') this.#doubted.add(fact.address);
    else if (fact.type === 'effect.settled') {
      const { address, as } = fact;
      if (as.kind === 'repeat') this.#repeated.set(address, 1 + (this.#repeated.get(address) ?? 0));
      else this.#open.delete(address);
    }
  }

  #readCommand(command: Command): void {
    if (command.kind === 'call') this.#open.set(command.address, command);
    if (command.kind === 'cancel' && this.#open.delete(command.address)) this.#withdrawn.add(command.address);
  }
}
