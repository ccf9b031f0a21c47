import {
  type Address,
  canonicalJson,
  type Diagnostic,
  err,
  filled,
  type Json,
  ok,
  present,
  problem,
  type Result,
  ROOT,
  withoutAttempt,
} from '#base';
import type { Closure } from '../closure';
import type { Command } from '../command';
import type { Entry } from '../entry';
import {
  type Fact,
  type ForkPoint,
  type GivenInput,
  type Pin,
  type Pinned,
  type Recorded,
  type Reuse,
  recordIn,
} from '../fact';
import { keyOf, keyOfResume, keyOfSignal, leavesATrace, placeOf } from '../reuse';
import type { OpenCommand, RunState } from '../state';
import { step } from '../step';
import type { Commit } from './ledger';

/** What a person changes at the fork point. */
export interface ForkEdits {
  readonly set?: Reuse['set'];
  /** Outputs put in place of recorded ones, or where nothing has run yet. */
  readonly outputs?: readonly Pinned[];
  /** Inputs of steps that had not been answered there. */
  readonly inputs?: readonly GivenInput[];
  /** What is edited of the definition; answers of before it stay as they are, whatever is asked for them now. */
  readonly definition?: Reuse['definition'];
  /**
   * D11: what may have changed something outside is not done again unasked, and what this run was served from an earlier
   * record and has not come to is served all the same.
   */
  readonly careful?: boolean;
}

/**
 * The record of a run up to a position (K8): what a new run is served from. What was in flight there is not in it, and
 * counts as not done; neither is what had failed. What was pinned there stays pinned (D10).
 *
 * @param at how many commits are read, from 1
 * @returns what goes into `run.started`, or why the ledger has no such position
 */
export function recordOf(
  commits: readonly Commit[],
  at: number = commits.length,
  edits: ForkEdits = {},
): Result<Reuse, Diagnostic> {
  const last = commits[at - 1];
  const started = commits[0]?.fact;
  if (started?.type !== 'run.started' || last === undefined || !Number.isInteger(at)) {
    return err(noPosition(commits.length, at));
  }
  const record = new Record();
  let state: RunState | null = null;
  for (const commit of commits.slice(0, at)) {
    record.read(state, commit);
    state = step(state, commit.fact).state;
  }
  return ok({
    from: { runId: started.runId, at, hash: last.hash },
    started: record.started(),
    served: withPins(edits.careful ? record.all() : answersOf(record, edits), edits.outputs ?? []),
    set: edits.set ?? {},
    // Members that were not there when the first ledgers were written are left out where they say nothing (K5).
    ...filled({
      signals: state?.signals,
      points: record.points(),
      inputs: withInputs(record.inputs(), edits.inputs ?? []),
      definition: edits.definition,
    }),
    ...present({ called: edits.careful ? record.called() : undefined, pins: started.reuse?.pins }),
  });
}

/**
 * D3: what was answered before the definition is edited is not asked again; but what came after an edited output is, where that gives it
 * another input.
 */
function answersOf(
  { served }: Record,
  { definition = [], outputs = [] }: ForkEdits,
): readonly (Recorded | Pinned)[] {
  if (definition.length === 0) return served;
  const edited = new Set(outputs.map(({ address }) => placeOf(address)));
  const first = served.findIndex(({ address }) => edited.has(address));
  const isBefore = (place: number): boolean => first < 0 || place < first;
  return served.map((one, place) => ('key' in one && isBefore(place) ? { ...one, fixed: true } : one));
}

/** Of two for one step the later one counts. */
function withInputs(before: readonly GivenInput[], given: readonly GivenInput[]): readonly GivenInput[] {
  const kept = before.filter(({ address }) => !given.some((one) => one.address === address));
  return [...kept, ...given];
}

type TakenEntry = Extract<Entry, { kind: 'signal.taken' }>;

class Record {
  readonly served: (Recorded | Pinned)[] = [];
  /** Nodes that have started, and those of them that asked for something outside. */
  readonly #started = new Set<Address>();
  readonly #asking = new Set<Address>();
  /** Calls that may have changed something outside, by their address with the attempt: what is known to have failed has not. */
  readonly #called = new Map<Address, Address>();
  #earlier: Reuse | null = null;
  /** Points of the run's own fork and of those before it, and how many of them it has passed. */
  #points: readonly ForkPoint[] = [];
  readonly #passed: ForkPoint[] = [];
  #pins: readonly Pin[] = [];

  read(state: RunState | null, { fact, entries }: Commit): void {
    if (fact.type === 'run.started') this.#begin(recordIn(fact), fact.reuse?.pins ?? []);
    if (fact.type === 'effect.failed') this.#called.delete(fact.address);
    for (const [place, entry] of entries.entries()) {
      this.#passPoint(entries, place);
      this.#note(entry, entries);
    }
    const open = state === null ? null : answeredBy(state, fact);
    if (state === null || open === null || !isTaken(entries)) return;
    const key = keyOf(open.command, state.start.closure);
    if (key !== null)
      this.served.push({ address: placeOf(open.command.address), key, fact: withoutCosts(fact) });
  }

  started(): readonly Address[] {
    return [...this.#started].filter((address) => !this.#asking.has(address));
  }

  called(): readonly Address[] {
    return [...new Set(this.#called.values())];
  }

  /** What was answered here, then what an earlier run had answered and this one has not asked. */
  all(): readonly (Recorded | Pinned)[] {
    const left = this.#earlier?.served.filter(({ address }) => !this.#asking.has(address)) ?? [];
    return [...this.served, ...left];
  }

  /** Those that it has not come to lie at its end. */
  points(): readonly ForkPoint[] {
    const left = this.#points.slice(this.#passed.length);
    return [...this.#passed, ...left.map((point) => ({ ...point, served: this.served.length }))];
  }

  inputs(): readonly GivenInput[] {
    return this.#earlier?.inputs ?? [];
  }

  /** Where the next entries set what a point sets, all of it, in its order. */
  #passPoint(entries: readonly Entry[], at: number): void {
    const point = this.#points[this.#passed.length];
    if (point === undefined) return;
    const isThere = Object.keys(point.set)
      .sort()
      .every((variable, place) => isSetTo(entries[at + place], variable, point.set[variable] ?? null));
    if (isThere) this.#passed.push({ ...point, served: this.served.length });
  }

  #begin(earlier: Reuse | null, pins: readonly Pin[]): void {
    this.#earlier = earlier;
    if (earlier !== null) {
      const { points = [], started, served, set } = earlier;
      const own = { started, served: served.length, set };
      this.#points = [...points, own].filter((point) => Object.keys(point.set).length > 0);
    }
    this.#pins = pins;
    for (const place of earlier?.called ?? []) this.#called.set(place, place);
  }

  #note(entry: Entry, entries: readonly Entry[]): void {
    if (entry.kind === 'node.started') this.#started.add(placeOf(entry.address));
    else if (entry.kind === 'served') {
      const served = this.#servedBy(entry);
      this.#asking.add(placeOf(entry.address));
      if (served !== null) this.served.push(served);
    } else if (entry.kind === 'signal.taken') this.#hear(entry, entries);
    else if (entry.kind === 'machine.resumed') this.#resume(entry.address, entry.data.input);
    else if (entry.kind === 'command') this.#ask(entry.data.command);
  }

  /** What a pin said is put in where it was said: the beginning of a fork is that of its run (D3). An error is no answer. */
  #servedBy({ address, data }: Extract<Entry, { kind: 'served' }>): Recorded | Pinned | null {
    if ('record' in data) return this.#earlier?.served[data.record] ?? null;
    const pin = this.#pins[data.pin];
    return pin !== undefined && 'output' in pin ? { address: placeOf(address), output: pin.output } : null;
  }

  #ask(command: Command): void {
    if (leavesATrace(command)) this.#called.set(command.address, placeOf(command.address));
    // What a container asks for (its merge, its approval, its planner) stands behind a `!`, as a leaf's own delay does.
    if (command.kind === 'timer' && keyOf(command, NOTHING) !== null)
      this.#asking.add(withoutAttempt(command.address));
    else if (command.kind !== 'timer' && command.kind !== 'cancel')
      this.#asking.add(placeOf(command.address));
  }

  /** A signal that was kept is taken without a command: the entries tell what it brought. */
  #hear({ address, data: { event, data } }: TakenEntry, entries: readonly Entry[]): void {
    const end = entries.find((entry) => entry.kind === 'node.succeeded' && entry.address === address);
    if (data === undefined && end?.kind !== 'node.succeeded') return;
    const brought = end?.kind === 'node.succeeded' ? end.data.result : data;
    this.#asking.add(placeOf(address));
    const fact: Fact = { type: 'signal.received', event, data: brought ?? null };
    this.served.push({ address: placeOf(address), key: keyOfSignal(event), fact });
  }

  /** M4: what a machine was resumed with, by a person or by an event. */
  #resume(address: Address, input: Json): void {
    const fact: Fact = { type: 'answer.given', address, value: input };
    this.served.push({ address: placeOf(address), key: keyOfResume(address), fact });
  }
}

/** Which timers are a leaf's own does not depend on what a plan refers to. */
const NOTHING: Closure = { plans: [], prompts: [], planners: [], models: [], policies: [], capabilities: [] };

function isSetTo(entry: Entry | undefined, variable: string, value: Json): boolean {
  if (entry?.kind !== 'variable.written' || entry.address !== ROOT) return false;
  return entry.data.variable === variable && canonicalJson(entry.data.value) === canonicalJson(value);
}

/** The open command that a fact answers well: a failure is no answer that is served. */
function answeredBy(state: RunState, fact: Fact): OpenCommand | null {
  switch (fact.type) {
    case 'effect.succeeded':
    case 'timer.fired':
      return state.commands.get(fact.address) ?? null;
    case 'effect.settled':
      return fact.as.kind === 'done' ? (state.commands.get(fact.address) ?? null) : null;
    case 'plan.replied':
      return fact.attempt.verdict === 'failed' ? null : (state.commands.get(fact.address) ?? null);
    case 'answer.given':
      return state.commands.get(state.waits.get(fact.address) ?? fact.address) ?? null;
    default:
      return null;
  }
}

/** A fact that was late or refused, or whose result could not be used, answered nothing. */
function isTaken(entries: readonly Entry[]): boolean {
  const [first] = entries;
  return first === undefined || !NOT_TAKEN.has(first.kind);
}

const NOT_TAKEN: ReadonlySet<Entry['kind']> = new Set(['late', 'refused', 'node.failed', 'node.retrying']);

/** What is served costs nothing and takes no time. */
function withoutCosts(fact: Fact): Fact {
  if (fact.type === 'effect.settled' && fact.as.kind === 'done')
    return { type: 'effect.succeeded', address: fact.address, result: fact.as.result };
  if (fact.type === 'plan.replied') {
    const { durationMs: _duration, retryAfterMs: _later, ...rest } = fact;
    return { ...rest, attempt: { ...fact.attempt, usage: {} } };
  }
  if (fact.type !== 'effect.succeeded') return fact;
  const { usage: _usage, durationMs: _duration, ...rest } = fact;
  return rest;
}

/** A pin takes the place of what was recorded there, so that it comes when that came. */
function withPins(
  served: readonly (Recorded | Pinned)[],
  pins: readonly Pinned[],
): readonly (Recorded | Pinned)[] {
  const pinned = new Map(
    pins.map((pin) => [placeOf(pin.address), { ...pin, address: placeOf(pin.address) }]),
  );
  const kept = served.map((one) => {
    const pin = pinned.get(one.address);
    pinned.delete(one.address);
    return pin ?? one;
  });
  return [...kept, ...pinned.values()];
}

function noPosition(length: number, at: number): Diagnostic {
  return problem(
    'POSITION_UNKNOWN',
    `The ledger has ${length} commits; there is no position ${at} in it to fork at.`,
    `Choose a position from 1 to ${length}.`,
  );
}
