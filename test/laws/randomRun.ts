import { type Random, seededRandom } from '#base';
import { type Command, type Fact, isFinished, openCommands, persist, type RunState, restore } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { attempt } from '../notation/ledger';
import { startOf, TestRun } from '../notation/run';
import { randomSteps } from './randomPlan';

export interface Mischief {
  /** Pauses, steps and resumes at random moments. */
  readonly pauses: boolean;
  readonly cancels: boolean;
  /** Puts the state through JSON after every step. */
  readonly viaJson: boolean;
}

/**
 * Runs a plan against an outside that answers in random order with random outcomes, until the run has ended or
 * nothing but people could go on. The same seed gives the same outside.
 */
export function randomRun(plan: CapabilityPlan, seed: number, mischief: Mischief): TestRun {
  const random = seededRandom(seed);
  const run = new TestRun();
  run.feed(startOf(plan, { seed }));
  for (let round = 0; round < 2000 && run.state && !isFinished(run.state); round++) {
    if (mischief.viaJson) run.state = restore(persist(run.state));
    const fact = nextFact(run.state, random, mischief);
    if (fact === null) break;
    run.feed(fact);
  }
  return run;
}

function nextFact(state: RunState, random: Random, mischief: Mischief): Fact | null {
  const dice = random.below(1000);
  if (mischief.cancels && dice < 8) return { type: 'run.cancelled' };
  if (mischief.pauses && dice < 80) return { type: 'run.paused', reason: 'user' };
  const closed = state.gate.kind !== 'open';
  if (closed && dice < 300) return { type: 'run.resumed' };
  if (closed && dice < 500)
    return { type: 'run.stepped', mode: (['into', 'over', 'out'] as const)[dice % 3] ?? 'into' };
  const open = openCommands(state);
  const command = open[random.below(open.length)];
  if (command === undefined) return closed ? { type: 'run.resumed' } : null;
  return answerTo(command, random);
}

function answerTo(command: Command, random: Random): Fact {
  const { address } = command;
  switch (command.kind) {
    case 'timer':
      return { type: 'timer.fired', address };
    case 'wait':
      return { type: 'answer.given', address, value: decisionFor(command, random) };
    case 'plan': {
      const refused = random.below(10) < 2;
      const made = attempt(refused ? 'refused' : 'accepted');
      return { type: 'plan.replied', address, attempt: made, plan: refused ? null : randomSteps(random) };
    }
    default:
      if (random.below(10) < 7) return { type: 'effect.succeeded', address, result: random.below(5) };
      return { type: 'effect.failed', address, error: { code: 'BROKEN', message: 'It broke.' } };
  }
}

function decisionFor(command: Extract<Command, { kind: 'wait' }>, random: Random) {
  const ids = command.decisions.map(({ id }) => id);
  return ids.length === 0 ? 'fine' : { decision: ids[random.below(ids.length)] ?? '' };
}

/** Feeds the facts of a run to another plan that should mean the same. */
export function sameFacts(facts: readonly Fact[]): TestRun {
  const run = new TestRun();
  for (const fact of facts) run.feed(fact);
  return run;
}
