import { type Address, type Json, ROOT, withoutAttempt } from '#base';
import { type Commit, type Entry, recordIn } from '#kernel';

/** An event that a machine published, and that a run may be started for (M2, M3). */
export interface Asked {
  readonly event: string;
  readonly data: Json;
  readonly correlationId: string;
  /** The events that answer it; null where nobody waits for an answer. */
  readonly answer: { readonly response: string; readonly failure: string } | null;
}

/** What a commit says of goals. */
interface GoalNews {
  /** Asked now, under the address of their wait, or of their state where nobody waits. */
  readonly asked: ReadonlyMap<Address, Asked>;
  /** Waits that are over. */
  readonly over: readonly Address[];
  readonly paused: boolean | null;
  readonly ended: boolean;
}

type Published = Extract<Entry, { kind: 'event.published' }>;

/**
 * Follows the ledger of a run. An event that a responder of the run answers opens no wait for a signal, and neither does
 * one that a fork serves itself from its record (K8): so neither is asked of anybody.
 */
export class GoalReader {
  readonly #published = new Map<Address, Published['data']>();
  readonly #responders: ReadonlySet<string>;
  readonly #isFork: boolean;

  constructor([first]: readonly Commit[]) {
    const started = first?.fact.type === 'run.started' ? first.fact : null;
    const plans = started?.closure.plans ?? [];
    const responders = plans.flatMap((plan) =>
      plan.kind === 'state-machine' ? (plan.responders ?? []) : [],
    );
    this.#responders = new Set(responders.map(({ request }) => request));
    this.#isFork = started !== null && recordIn(started) !== null;
  }

  read({ seq, entries }: Commit): GoalNews {
    const asked = new Map<Address, Asked>();
    const over: Address[] = [];
    let paused: boolean | null = null;
    let ended = false;
    for (const entry of entries) {
      switch (entry.kind) {
        case 'event.published': {
          if (entry.address === ROOT) break;
          this.#published.set(entry.address, entry.data);
          // What a fork publishes on its way to the fork point was told then.
          const isTold = entry.data.response === undefined && !this.#responders.has(entry.data.event);
          if (isTold && !(this.#isFork && seq === 0)) asked.set(entry.address, askedBy(entry.data, null));
          break;
        }
        case 'command': {
          const wait = entry.data.command;
          // Where a machine listens for its own transitions is a call of its state: `/asking[0]!on-0`.
          if (wait.kind !== 'listen' || wait.address.includes('!')) break;
          const published = this.#published.get(withoutAttempt(wait.address));
          if (published?.response === undefined) break;
          const failure = wait.events.find(({ id }) => id === 'failure')?.event ?? published.response;
          asked.set(wait.address, askedBy(published, { response: published.response, failure }));
          break;
        }
        case 'node.succeeded':
        case 'node.failed':
        case 'node.cancelled':
          over.push(entry.address);
          break;
        case 'run.paused':
          paused = true;
          break;
        case 'run.resumed':
          paused = false;
          break;
        case 'run.completed':
        case 'run.failed':
        case 'run.cancelled':
          ended = true;
      }
    }
    return { asked, over, paused, ended };
  }
}

function askedBy({ event, data, correlationId }: Published['data'], answer: Asked['answer']): Asked {
  return { event, data, correlationId: correlationId ?? '', answer };
}
