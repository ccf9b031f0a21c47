import type { Address } from '#base';
import { type Command, type Commit, type Fact, modelAskedBy, type RunState } from '#kernel';
import type { Need } from './effectQueue';
import type { Host } from './host';
import type { MissingFiles } from './missingFiles';

/** Why a call failed whose slot nobody had filled. */
const MISSING = 'CONNECTION_MISSING';

/** What keeps the calls of a run from leaving, and what the ledger is told when they do (K6, K13). */
export class Departures {
  readonly #host: Host;
  readonly #state: () => RunState | null;
  readonly #send: (fact: Fact) => void;
  readonly #files: MissingFiles;
  /** Calls that the ledger says wait for a connection or a file, and those whose repetition it is to tell. */
  readonly #kept = new Set<Address>();
  readonly #cutOff = new Set<Address>();
  /** Calls of models that are not answered yet. */
  readonly #asking = new Set<Address>();
  /** A model of this run was asked before: whoever runs it has one. */
  #asked = false;

  constructor(host: Host, files: MissingFiles, state: () => RunState | null, send: (fact: Fact) => void) {
    this.#host = host;
    this.#files = files;
    this.#state = state;
    this.#send = send;
  }

  needs(command: Command): Need | null {
    const missing = this.#files.neededBy(command);
    if (missing !== undefined) return { for: 'file', message: missing };
    const model = this.#asks(command);
    if (model === undefined || (command.kind === 'plan' && !this.#hasModels())) return null;
    const message = this.#host.unconnected?.(model) ?? null;
    return message === null ? null : { for: 'connection', message };
  }

  kept(address: Address, need: Need): void {
    if (this.#kept.has(address)) return;
    this.#kept.add(address);
    this.#send({ type: 'effect.waiting', address, ...need });
  }

  left(address: Address): void {
    if (this.#kept.delete(address)) this.#send({ type: 'effect.left', address });
    if (this.#cutOff.delete(address)) this.#send({ type: 'effect.repeated', address });
  }

  /** It had left before its page was lost, unless the ledger says that it waited. */
  takeUp(command: Command): void {
    if (this.#asks(command) === undefined) return;
    this.#asked = true;
    if (!this.#kept.has(command.address)) this.#cutOff.add(command.address);
  }

  follow({ fact, entries }: Commit): void {
    if (fact.type === 'effect.waiting') this.#kept.add(fact.address);
    else if (fact.type === 'effect.left') this.#kept.delete(fact.address);
    else if (isAnswer(fact) && this.#asking.delete(fact.address)) this.#asked ||= codeOf(fact) !== MISSING;
    for (const { kind, data } of entries) {
      if (kind === 'command' && this.#asks(data.command) !== undefined)
        this.#asking.add(data.command.address);
    }
  }

  /**
   * Where nobody has a model, planners do without (A5): the call fails at once and the rules plan. Where somebody has
   * one, or had one before the page was lost, nothing else plans in its place.
   */
  #hasModels(): boolean {
    const { models, unconnected, hasConnections } = this.#host;
    if (this.#asked || (models.list.length > 0 && hasConnections?.())) return true;
    return models.list.some(({ id }) => unconnected?.(id) === null);
  }

  #asks(command: Command): string | null | undefined {
    const state = this.#state();
    return state === null ? undefined : modelAskedBy(command, state.start.closure);
  }
}

type Answer = Extract<Fact, { type: 'effect.succeeded' | 'effect.failed' | 'plan.replied' }>;

function isAnswer(fact: Fact): fact is Answer {
  return fact.type === 'effect.succeeded' || fact.type === 'effect.failed' || fact.type === 'plan.replied';
}

function codeOf(fact: Answer): string | undefined {
  if (fact.type === 'effect.failed') return fact.error.code;
  return fact.type === 'plan.replied' ? fact.attempt.problems[0]?.code : undefined;
}
