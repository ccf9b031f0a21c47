import {
  type Address,
  type Diagnostic,
  err,
  type Json,
  ok,
  problem,
  type Result,
  withoutAttempt,
} from '#base';
import type { Command } from './command';
import type { Commit } from './commit';
import type { Entry } from './entry';
import { type Closure, type Fact, type Pin, type Pinned, type Recorded, type Reuse, recordIn } from './fact';
import { keyOf, keyOfResume, keyOfSignal, leavesATrace, placeOf } from './reuse/questions';
import type { OpenCommand, RunState } from './state';
import { step } from './step';

/** What a person changes at the fork point. */
export interface ForkEdits {
  readonly set?: Reuse['set'];
  /** Outputs put in place of recorded ones, or where nothing has run yet. */
  readonly outputs?: readonly Pinned[];
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
    served: withPins(edits.careful ? record.all() : record.served, edits.outputs ?? []),
    ...(edits.careful ? { called: record.called() } : {}),
    ...(state === null || state.signals.length === 0 ? {} : { signals: state.signals }),
    set: edits.set ?? {},
    ...(started.reuse?.pins === undefined ? {} : { pins: started.reuse.pins }),
  });
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
  #pins: readonly Pin[] = [];

  read(state: RunState | null, { fact, entries }: Commit): void {
    if (fact.type === 'run.started') this.#begin(recordIn(fact), fact.reuse?.pins ?? []);
    if (fact.type === 'effect.failed') this.#called.delete(fact.address);
    for (const entry of entries) this.#note(entry, entries);
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

  #begin(earlier: Reuse | null, pins: readonly Pin[]): void {
    this.#earlier = earlier;
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
