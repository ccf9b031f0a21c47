import { type Address, type Hash, inCanonicalOrder } from '#base';
import {
  type Command,
  type Commit,
  type Entry,
  type Fact,
  isFinished,
  keyOf,
  openCommands,
  placeOf,
  type RunStarted,
  type RunState,
  recordIn,
  step,
} from '#kernel';
import { startOf } from '../missingFiles';

/** What came into a run from outside: the answer to a question, or an event, which has no place. */
interface Told {
  readonly place: Address | null;
  /** Of the question as the run asked it; `any` where nothing else can be asked there, `pin` where a pin said it. */
  readonly key: Hash | 'any' | 'pin';
  readonly fact: Fact;
}

/** A run that was made once more, as far as the answers of an earlier one carry it. */
export interface Rerun {
  readonly entries: readonly Entry[];
  /** What was asked and has no answer. */
  readonly open: readonly Command[];
  readonly isFinished: boolean;
}

/**
 * Which questions are given the answers of the earlier run: `all` at the same address, whatever is asked there now, or only the
 * `same` questions: those of which definition and input are what they were (K8).
 */
export type Answered = 'all' | 'same';

/**
 * Makes a run once more from its beginning, without asking anybody: each question is given the answer that the earlier run had at that
 * address, in the order of that run; failures, timers and events come again, too. What has no answer stays open.
 *
 * @param started how it begins now
 * @param earlier the ledger of the run
 * @yields after each answer, so that a page can do something else in between
 */
export function* rerun(
  started: RunStarted,
  earlier: readonly Commit[],
  answered: Answered,
): Generator<void, Rerun> {
  const answers = new Answers(toldIn(earlier), answered);
  const entries: Entry[] = [];
  let state: RunState | null = null;
  let fact: Fact | null = inCanonicalOrder(started);
  while (fact !== null) {
    const stepped: ReturnType<typeof step> = step(state, fact);
    state = stepped.state;
    entries.push(...stepped.entries);
    yield;
    fact = isFinished(state) ? null : answers.next(state);
  }
  return {
    entries,
    open: state === null ? [] : openCommands(state),
    isFinished: state !== null && isFinished(state),
  };
}

/** What the earlier run was told, given out in its order to whoever asks for it now. */
class Answers {
  readonly #told: readonly Told[];
  readonly #answered: Answered;
  /** For each place its answers, the first one first. */
  readonly #places = new Map<Address, number[]>();
  readonly #events: number[] = [];

  constructor(told: readonly Told[], answered: Answered) {
    this.#told = told;
    this.#answered = answered;
    for (const [at, { place }] of told.entries()) {
      const there = place === null ? this.#events : this.#places.get(place);
      if (there !== undefined) there.push(at);
      else if (place !== null) this.#places.set(place, [at]);
    }
  }

  /** The answer, or the event, that came first then; null when there is none. */
  next(state: RunState): Fact | null {
    const command = this.#firstAnswered(state);
    const [event] = this.#events;
    const [at] = command === null ? [] : (this.#places.get(placeOf(command.address)) ?? []);
    if (event !== undefined && (at === undefined || event < at)) {
      this.#events.shift();
      return this.#told[event]?.fact ?? null;
    }
    const answer = at === undefined ? undefined : this.#told[at];
    if (command === null || answer === undefined) return null;
    this.#places.get(placeOf(command.address))?.shift();
    return inCanonicalOrder(addressed(answer.fact, command));
  }

  #firstAnswered(state: RunState): Command | null {
    let first: Command | null = null;
    let best = Infinity;
    for (const command of openCommands(state)) {
      const at = this.#places.get(placeOf(command.address))?.[0] ?? Infinity;
      const told = this.#told[at];
      if (at > best || told === undefined || !this.#isAnswer(told, command, state.start)) continue;
      best = at;
      first = command;
    }
    return first;
  }

  #isAnswer({ key, fact }: Told, command: Command, { closure }: RunStarted): boolean {
    if (command.kind === 'plan' && fact.type !== 'plan.replied') return false;
    return this.#answered === 'all' || key === 'any' || key === keyOf(command, closure);
  }
}

/** The answer at the address of who asks now: which attempt that is may differ. A pin says a value, whoever is asked. */
function addressed(fact: Fact, { address, kind }: Command): Fact {
  if (kind === 'wait' && fact.type === 'effect.succeeded')
    return { type: 'answer.given', address, value: fact.result };
  return 'address' in fact ? { ...fact, address } : fact;
}

/** All that a run was told, in that order; what came too late or was refused told it nothing. */
function toldIn(commits: readonly Commit[]): readonly Told[] {
  const started = startOf(commits);
  if (started === null) return [];
  const told: Told[] = [];
  const keys = new Map<Address, Hash | 'any'>();
  for (const { fact, entries } of commits) {
    const [first] = entries;
    if (first?.kind !== 'late' && first?.kind !== 'refused') told.push(...toldBy(fact, keys));
    for (const entry of entries) {
      if (entry.kind === 'command') {
        const { command } = entry.data;
        keys.set(placeOf(command.address), keyOf(command, started.closure) ?? 'any');
      } else if (entry.kind === 'served') told.push(...servedBy(entry, started));
      else if (entry.kind === 'machine.resumed') told.push(resumed(entry));
    }
  }
  return told;
}

function toldBy(fact: Fact, keys: ReadonlyMap<Address, Hash | 'any'>): readonly Told[] {
  switch (fact.type) {
    case 'signal.received':
      return [{ place: null, key: 'any', fact }];
    case 'effect.succeeded':
    case 'effect.failed':
    case 'plan.replied':
    case 'timer.fired':
    case 'answer.given': {
      const place = placeOf(fact.address);
      return [{ place, key: keys.get(place) ?? 'any', fact }];
    }
    case 'effect.settled': {
      const { address, as } = fact;
      const place = placeOf(address);
      if (as.kind !== 'done') return [];
      return [
        {
          place,
          key: keys.get(place) ?? 'any',
          fact: { type: 'effect.succeeded', address, result: as.result },
        },
      ];
    }
    default:
      return [];
  }
}

/** What the record of another run said, or a pin. */
function servedBy(
  { address, data }: Extract<Entry, { kind: 'served' }>,
  started: RunStarted,
): readonly Told[] {
  const place = placeOf(address);
  if ('record' in data) {
    const found = recordIn(started)?.served[data.record];
    if (found === undefined) return [];
    if (!('output' in found)) return [{ place, key: found.key, fact: found.fact }];
    return [{ place, key: 'any', fact: { type: 'effect.succeeded', address, result: found.output } }];
  }
  const pin = started.reuse?.pins?.[data.pin];
  if (pin === undefined || !('output' in pin)) return [];
  return [{ place, key: 'pin', fact: { type: 'effect.succeeded', address, result: pin.output } }];
}

/** M4: a machine that had paused went on with this, from a person or an event. */
function resumed({ address, data }: Extract<Entry, { kind: 'machine.resumed' }>): Told {
  return {
    place: placeOf(address),
    key: 'any',
    fact: { type: 'answer.given', address, value: data.input },
  };
}
