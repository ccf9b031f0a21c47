import { type Address, type Json, type JsonObject, withoutAttempt } from '#base';
import { type Command, type Commit, dueAt, type Fact, isFinished, persist, restore } from '#kernel';
import { type CapabilityPlan, type Feature, readBody, readPlan } from '#plan';
import { attempt } from '../notation/ledger';
import { lineOf, startOf, TestRun, tool } from '../notation/run';
import type { Case } from './random/build';
import { Outcomes, type PlainFeature, type PlainPlan, type ScriptEvent } from './reference/language';

/** What a run of the kernel came to, in the words of the reference interpreter. */
export interface VirtualRun {
  readonly phase: string;
  readonly outputs: JsonObject;
  readonly error: string | null;
  readonly variables: JsonObject;
  readonly lines: readonly string[];
  readonly run: TestRun;
}

export interface Manner {
  /** Puts the state through JSON after every step (K1). */
  readonly viaJson?: boolean;
  /** What becomes of a plan before it is read. */
  readonly plan?: (plan: PlainPlan) => PlainPlan;
  /** What a call returns instead of what the script says. */
  readonly output?: (address: string) => Json;
  /** How many things may happen before it throws `GoesOn`. */
  readonly most?: number;
}

/** A run is longer than whoever asked wants to see. */
export class GoesOn extends Error {
  constructor(most: number) {
    super(`More than ${most} things happened.`);
  }
}

/** Runs the kernel on a virtual clock against a scripted outside, as H4 says. */
export function virtualRun({ plans, script, features }: Case, manner: Manner = {}): VirtualRun {
  const asIs = (plan: PlainPlan): PlainPlan => plan;
  const given = plans.map((plan) => toPlan((manner.plan ?? asIs)(plan)));
  const clock = new Clock(script, manner);
  const [first] = given;
  if (first === undefined) throw new Error('no plan');
  const started = startOf(first, {
    closure: { plans: given, capabilities: [tool('echo', 'pure')], features: features.map(toFeature) },
  });
  const guards = Object.keys(script.nodes).filter((key) => /!pre-\d+$/.test(key));
  clock.feed({ ...started, guards });
  const events = script.events.toSorted((a, b) => a.atMs - b.atMs);
  const { most = 5_000 } = manner;
  for (let left = most; clock.isGoing; left--) {
    if (left === 0) throw new GoesOn(most);
    const due = clock.next();
    const event = events[0];
    if (event !== undefined && event.atMs <= (due?.at ?? Infinity)) {
      events.shift();
      clock.now = Math.max(clock.now, event.atMs);
      clock.feed(factOf(event));
    } else if (due) {
      clock.now = Math.max(clock.now, due.at);
      clock.arrive(due);
    } else break;
  }
  return clock.result();
}

/** The plan as every door reads it (W3). */
export function toPlan(plan: PlainPlan): CapabilityPlan {
  const read = readPlan(JSON.parse(JSON.stringify(plan)));
  if (!read.ok) throw new Error(read.problem.map(({ code, message }) => `${code} ${message}`).join('\n'));
  if (read.value.kind !== 'capability') throw new Error('not a capability plan');
  return read.value;
}

/** The features of the workspace, as a ledger holds them (K5). */
function toFeature(feature: PlainFeature): Feature {
  return JSON.parse(JSON.stringify(feature));
}

interface Due {
  readonly at: number;
  readonly serial: number;
  readonly address: string;
  readonly fact: Fact;
}

class Clock {
  now = 0;
  readonly run = new TestRun();
  readonly #outcomes: Outcomes;
  readonly #manner: Manner;
  readonly #lines: string[] = [];
  #agenda: Due[] = [];
  #serial = 0;

  constructor(script: Case['script'], manner: Manner) {
    this.#outcomes = new Outcomes(script);
    this.#manner = manner;
  }

  get isGoing(): boolean {
    return this.run.state !== null && !isFinished(this.run.state);
  }

  /** What is due next; of equals what was asked for first (L2). */
  next(): Due | undefined {
    return this.#agenda.sort((a, b) => a.at - b.at || a.serial - b.serial)[0];
  }

  arrive(due: Due): void {
    this.#agenda = this.#agenda.filter((other) => other !== due);
    this.feed(due.fact);
  }

  feed(fact: Fact): void {
    if (this.#manner.viaJson && this.run.state) this.run.state = restore(persist(this.run.state));
    this.run.feed(fact);
    for (const entry of this.run.commits.at(-1)?.entries ?? []) this.#read(entry);
  }

  #read(entry: Commit['entries'][number]): void {
    if (entry.kind === 'command') this.#perform(entry.data.command);
    const line = toldLine(entry, this.now);
    if (line !== null) this.#lines.push(line);
  }

  #perform(command: Command): void {
    const { address } = command;
    if (command.kind === 'cancel') {
      this.#agenda = this.#agenda.filter((due) => due.address !== address);
    } else if (command.kind === 'timer') {
      this.#expect(address, dueAt(command, this.now) - this.now, { type: 'timer.fired', address });
    } else if (command.kind === 'evaluate') {
      const result = command.variables[command.expression] ?? null;
      this.#expect(address, 0, { type: 'effect.succeeded', address, result });
    } else if (command.kind === 'call') this.#call(address);
    else if (command.kind === 'plan') this.#plan(address);
  }

  #call(address: Address): void {
    const [, call = ''] = /(![^/]*)$/.exec(address) ?? [];
    const outcome = this.#outcomes.next(`${withoutAttempt(address)}${call}`);
    const { afterMs, error, break: breaks, waitFor } = outcome;
    const asks = { ...(breaks ? { break: breaks } : {}), ...(waitFor ? { waitFor } : {}) };
    const output = this.#manner.output?.(address) ?? outcome.output ?? null;
    if (error) this.#expect(address, afterMs, { type: 'effect.failed', address, error });
    else this.#expect(address, afterMs, { type: 'effect.succeeded', address, result: output, ...asks });
  }

  #plan(address: Address): void {
    const outcome = this.#outcomes.next(address.replace(/!\d+$/, ''));
    const body = readBody(outcome.output ?? null);
    const plan = outcome.error || !body.ok ? null : body.value;
    const made = attempt(plan ? 'accepted' : 'refused');
    this.#expect(address, outcome.afterMs, { type: 'plan.replied', address, attempt: made, plan });
  }

  #expect(address: string, afterMs: number, fact: Fact): void {
    this.#agenda.push({ at: this.now + afterMs, serial: this.#serial++, address, fact });
  }

  result(): VirtualRun {
    const { state } = this.run;
    const phase = state?.phase ?? 'going';
    const variables: Record<string, Json> = Object.fromEntries(state ? [...state.variables] : []);
    const error = state?.error?.code ?? null;
    return { phase, outputs: state?.outputs ?? {}, error, variables, lines: this.#lines, run: this.run };
  }
}

/** Lines that both tell: starts, settlements and writes, and how the run ended. */
const TOLD =
  /^(start|ok|fail|handled|again|cancel|cancelled|skip|set|layer|completed|failed)\b|^late \S+ edge$/;

/** An entry in the words of the reference interpreter; null for what it does not tell. */
export function toldLine(entry: Commit['entries'][number], atMs: number): string | null {
  const line = lineOf(entry);
  return TOLD.test(line) ? `${atMs} ${line.replace(/^(skip \S+) .*/, '$1')}` : null;
}

function factOf(event: ScriptEvent): Fact {
  if ('answer' in event) {
    const { address, value } = event.answer;
    return { type: 'answer.given', address: address as Address, value };
  }
  if ('signal' in event) {
    return { type: 'signal.received', event: event.signal, data: event.data };
  }
  if (event.command === 'cancel') return { type: 'run.cancelled' };
  return event.command === 'pause' ? { type: 'run.paused', reason: 'user' } : { type: 'run.resumed' };
}
