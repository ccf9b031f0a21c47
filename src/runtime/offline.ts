import type { Address } from '#base';
import type { Fact, RunState, Usage } from '#kernel';
import type { Host } from './host';
import { sumOfUsage } from './modelMeter';

const CODE = 'MODEL_OFFLINE';

/** The run that waits for the network. */
interface PausedRun {
  readonly state: RunState | null;
  send(fact: Fact): Promise<void>;
}

/** Calls that failed because this device is offline, and are made again when it is not (case F8). */
export class OfflineCalls {
  /** What their tries took so far: it is counted with the call that is answered (K10). */
  readonly #spent = new Map<Address, Usage>();
  #isPausing = false;

  /** The pause is asked for, and not yet durable. Commits before it must not let the call leave: it would be lost again. */
  get isPausing(): boolean {
    return this.#isPausing;
  }

  /** Pauses the run. It is resumed by itself when the network is back. */
  pause({ online }: Host, run: PausedRun): void {
    this.#isPausing = true;
    void run.send({ type: 'run.paused', reason: 'offline' }).then(() => {
      this.#isPausing = false;
    });
    void online?.().then(() => {
      if (isPausedOffline(run.state)) void run.send({ type: 'run.resumed' });
    });
  }

  /** Whether a fact says that its call failed for want of a network: then what it took is kept. */
  keeps(fact: Fact): boolean {
    if (!isOffline(fact)) return false;
    const usage = usageOf(fact);
    const before = this.#spent.get(fact.address);
    if (usage) this.#spent.set(fact.address, before ? sumOfUsage(before, usage) : usage);
    return true;
  }

  /** The fact of a call that was answered at last, with what its tries took. */
  withTries(fact: Fact): Fact {
    if (!isAnswer(fact)) return fact;
    const spent = this.#spent.get(fact.address);
    if (spent === undefined) return fact;
    this.#spent.delete(fact.address);
    if (fact.type === 'plan.replied')
      return { ...fact, attempt: { ...fact.attempt, usage: sumOfUsage(spent, fact.attempt.usage) } };
    return { ...fact, usage: fact.usage ? sumOfUsage(spent, fact.usage) : spent };
  }
}

/** Whether a run is paused because this device is offline. */
export function isPausedOffline(state: RunState | null): boolean {
  return state?.gate.kind === 'closed' && state.gate.reason === 'offline';
}

type Answer = Extract<Fact, { type: 'effect.succeeded' | 'effect.failed' | 'plan.replied' }>;

function isAnswer(fact: Fact): fact is Answer {
  return fact.type === 'effect.succeeded' || fact.type === 'effect.failed' || fact.type === 'plan.replied';
}

function isOffline(fact: Fact): fact is Answer {
  if (fact.type === 'effect.failed') return fact.error.code === CODE;
  const isFailed = fact.type === 'plan.replied' && fact.attempt.verdict === 'failed';
  return isFailed && fact.attempt.problems[0]?.code === CODE;
}

function usageOf(fact: Answer): Usage | undefined {
  if (fact.type !== 'plan.replied') return fact.usage;
  return Object.keys(fact.attempt.usage).length === 0 ? undefined : fact.attempt.usage;
}
