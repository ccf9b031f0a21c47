import { problem } from '#base';
import type { Commit, Fact, PlanCommand, RunStarted } from '#kernel';
import type { Outcome } from '#plan';
import { readReply } from '#planner';
import type { EffectCommand } from '../effectQueue';
import { plannerStateOf } from '../plannerState';
import { asFailed, asRead } from '../planOutcome';

/** The run so far, which a planner's reply is read against. */
export interface SimulatedSoFar {
  readonly started: RunStarted;
  readonly commits: readonly Commit[];
}

/** The fact by which an outcome of the script answers a command (H4). */
export function scriptedFact(command: EffectCommand, outcome: Outcome, so: SimulatedSoFar): Fact {
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

/** What a PLANNER is given is read as a model's reply would be (P4); text is one already. */
function reply(command: PlanCommand, outcome: Outcome, { started, commits }: SimulatedSoFar): Fact {
  const made = (): ReturnType<typeof asRead> => {
    if (outcome.kind === 'error')
      return asFailed({ madeBy: SCRIPT }, [problem(outcome.error.code, outcome.error.message, '')]);
    const text = typeof outcome.output === 'string' ? outcome.output : JSON.stringify(outcome.output);
    return asRead(
      { madeBy: SCRIPT, reply: text },
      readReply(text, plannerStateOf(command, started, commits, {})),
    );
  };
  const { attempt, plan, machine } = made();
  return {
    type: 'plan.replied',
    address: command.address,
    attempt: { flavour: command.flavour, ...attempt, latencyMs: outcome.afterMs },
    plan,
    ...(machine === undefined ? {} : { machine }),
    durationMs: outcome.afterMs,
  };
}

/** Who made a plan of a simulation, as its attempt says it (P6). */
const SCRIPT = 'the script';
