import {
  type Address,
  isAddress,
  type Json,
  LIMITS,
  nodeOf,
  parseJson,
  present,
  problem,
  withoutAttempt,
} from '#base';
import type { Commit, Fact, PlanCommand, RunStarted } from '#kernel';
import { NOTHING_SAID, type Outcome, type Script } from '#plan';
import { readReply } from '#planner';
import type { EffectCommand } from '../effectQueue';
import { plannerStateOf } from '../plannerState';
import { asFailed, asRead, asThrown, type PlanOutcome, type Reading } from '../planOutcome';
import { readRaw } from '../readDocument';
import { failureOf } from '../thrown';

/** The run so far, which a planner's reply is read against. */
interface SimulatedSoFar {
  readonly started: RunStarted;
  readonly commits: readonly Commit[];
}

/** The fact by which an outcome of the script answers a command (H4). */
export async function scriptedFact(
  command: EffectCommand,
  outcome: Outcome,
  so: SimulatedSoFar,
): Promise<Fact> {
  const { address } = command;
  const durationMs = outcome.afterMs;
  if (command.kind === 'plan') return reply(command, outcome, so);
  if (outcome.kind === 'error') return { type: 'effect.failed', address, error: outcome.error, durationMs };
  return {
    type: 'effect.succeeded',
    address,
    result: outcome.output,
    ...present({ break: outcome.break, waitFor: outcome.waitFor }),
    durationMs,
  };
}

async function reply(command: PlanCommand, outcome: Outcome, so: SimulatedSoFar): Promise<Fact> {
  const { attempt, plan, machine, inject } = await outcomeOf(command, outcome, so);
  return {
    type: 'plan.replied',
    address: command.address,
    attempt: { flavour: command.flavour, ...attempt, latencyMs: outcome.afterMs },
    plan,
    ...present({ machine, inject }),
    durationMs: outcome.afterMs,
  };
}

async function outcomeOf(command: PlanCommand, outcome: Outcome, so: SimulatedSoFar): Promise<PlanOutcome> {
  if (outcome.kind === 'error')
    return asFailed({ madeBy: SCRIPT }, [problem(outcome.error.code, outcome.error.message, '')]);
  const reply = typeof outcome.output === 'string' ? outcome.output : JSON.stringify(outcome.output);
  const known = { madeBy: SCRIPT, reply };
  try {
    return asRead(known, await readingOf(command, reply, so));
  } catch (thrown) {
    return asThrown(known, failureOf(thrown));
  }
}

/**
 * What a PLANNER is given is read as the reply that it would be in a run (P4, P13). A capability that makes the plan of it
 * is not called: the script answers for that as well, with what it would make, or with the reply.
 */
async function readingOf(
  command: PlanCommand,
  text: string,
  { started, commits }: SimulatedSoFar,
): Promise<Reading> {
  const state = plannerStateOf(command, started, commits, {}, []);
  const made = parseJson(text, LIMITS.jsonDepth);
  const ask = async (): Promise<Json> => (made.ok ? made.value : text);
  // A script gives replies whole.
  const reading = await readRaw(command, started, text, state, ask, undefined, 'whole');
  const isAccepted = reading.plan !== null || command.subtreeCreator === undefined;
  return isAccepted ? reading : readReply(text, state, 'whole');
}

/** Who made a plan of a simulation, as its attempt says it (P6). */
const SCRIPT = 'the script';

/**
 * Which outcome of the script answers a command (H4): attempt n of each instance takes the n-th of its list, the last
 * repeats. Instances share no cursor, and so do the calls of one node that have a name of their own.
 */
export class ScriptedOutcomes {
  readonly #script: Script;
  readonly #turns = new Map<string, number>();
  readonly #used = new Set<string>();

  constructor(script: Script) {
    this.#script = script;
  }

  /** KEYs of the script under which nothing was answered: a name that was mistyped, or a node that never asked. */
  get unused(): readonly string[] {
    return [...this.#script.nodes.keys()].filter((key) => !this.#used.has(key));
  }

  take(command: EffectCommand): Outcome {
    const { address, call } = placeOf(command);
    const key = keysFor(address, call).find((one) => this.#script.nodes.has(one));
    const list = key === undefined ? undefined : this.#script.nodes.get(key);
    if (key === undefined || list === undefined) return readAnyway(command) ?? this.#script.default;
    this.#used.add(key);
    const instance = named(address, call);
    const turn = this.#turns.get(instance) ?? 0;
    this.#turns.set(instance, turn + 1);
    return list[Math.min(turn, list.length - 1)] ?? this.#script.default;
  }
}

/** The node that asks, and what its call is named; the calls of a PLANNER are counted, not named (K11). */
function placeOf({ kind, address }: EffectCommand): {
  readonly address: Address;
  readonly call: string | null;
} {
  const bang = address.indexOf('!');
  const call = bang < 0 || kind === 'plan' ? null : address.slice(bang + 1);
  return { address: withoutAttempt(address), call };
}

/** KEYs that may answer, the first that is there does. A merge is answered under its container's own KEY as well. */
function keysFor(address: Address, call: string | null): readonly string[] {
  const id = nodeOf(address);
  if (call === null) return [address, id];
  const own = [named(address, call), named(id, call)];
  return isGuard(call) ? own : [named(address, call), address, named(id, call), id];
}

/** A PLANNER that only reads has its text already, and asks nobody. */
function readAnyway(command: EffectCommand): Outcome | null {
  if (command.kind !== 'plan' || command.text === null) return null;
  return { kind: 'output', afterMs: 0, output: command.text };
}

function named(node: string, call: string | null): string {
  return call === null ? node : `${node}!${call}`;
}

/** KEYs that answer guards; a guard that has none passes, and takes no turn. */
export function guardsIn({ nodes }: Script): readonly string[] {
  return [...nodes.keys()].filter((key) => isGuard(callIn(key)));
}

/** Whether a script says what becomes of a node: under a KEY of it, in some instance, or by its `default`. */
export function speaksOf(script: Script, node: string): boolean {
  return script.default !== NOTHING_SAID || [...script.nodes.keys()].some((key) => nodeIn(key) === node);
}

function nodeIn(key: string): string {
  const [place = ''] = key.split('!');
  return isAddress(place) ? nodeOf(place) : place;
}

function callIn(key: string): string | null {
  return key.split('!')[1] ?? null;
}

function isGuard(call: string | null): boolean {
  return /^pre-\d+$/.test(call ?? '');
}
