import { type Json, LIMITS, parseJson, problem } from '#base';
import type { Commit, Fact, PlanCommand, RunStarted } from '#kernel';
import type { Outcome } from '#plan';
import { readReply } from '#planner';
import type { EffectCommand } from '../effectQueue';
import { plannerStateOf } from '../plannerState';
import { asFailed, asRead, asThrown, type PlanOutcome, type Reading } from '../planOutcome';
import { readRaw } from '../readRaw';
import { failureOf } from '../thrown';

/** The run so far, which a planner's reply is read against. */
export interface SimulatedSoFar {
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
    ...(outcome.break === undefined ? {} : { break: outcome.break }),
    ...(outcome.waitFor === undefined ? {} : { waitFor: outcome.waitFor }),
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
    ...(machine === undefined ? {} : { machine }),
    ...(inject === undefined ? {} : { inject }),
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
