import { ROOT } from '#base';
import { type Accounting, accountedBy } from '#plan';
import { hasBehaviour } from './behaviour';
import { spend } from './budget';
import type { Command } from './command';
import type { Draft } from './draft';
import { draftOf } from './draftOf';
import { drain } from './drain';
import type { Entry } from './entry';
import type { Fact, FactType, RunStarted } from './fact';
import { onBudget, onCancelled, onPaused, onResumed, onStepped } from './facts/control';
import {
  onAnswer,
  onFailed,
  onReplied,
  onSettled,
  onStep,
  onSucceeded,
  onUncertain,
  onWay,
} from './facts/effects';
import { onSignal } from './facts/signals';
import { onDependency, onStart } from './facts/start';
import { onTimer } from './facts/timers';
import { onRevoked } from './policies';
import { newRun, type RunState } from './state';

/** What one fact came to. */
export interface Step {
  readonly state: RunState;
  /** All consequences, in the order in which they happened (K3). */
  readonly entries: readonly Entry[];
  /** The commands among them: they leave when the commit is durable. */
  readonly commands: readonly Command[];
}

/**
 * Applies one fact to a run (K1). Pure: the same state and fact give the same result, and the state that was passed
 * is still the state before. A fact that comes too late, for nobody, or that does not fit, is recorded as an entry
 * `late` or `refused` and leaves the state as it was.
 *
 * @param state null before the first fact, which must be `run.started`
 * @throws Error when a run is not begun by `run.started`: there is no run yet that could record the refusal
 * @example
 * const started = step(null, fact);            // entries and commands of the start
 * const next = step(started.state, {
 *   type: 'effect.succeeded', address: started.commands[0].address, result: 'done' });
 */
export function step(state: RunState | null, fact: Fact): Step {
  if (state !== null) return accountedBy(accountingOf(state.start), () => next(state, fact));
  if (fact.type !== 'run.started') throw new Error('The first fact of a run is run.started.');
  return accountedBy(accountingOf(fact), () => begun(fact));
}

/** What the expressions of a run pay for is what they paid for when it was recorded (K5). */
function accountingOf(start: RunStarted): Accounting {
  return hasBehaviour(start, 'walksPaid') ? 'walks' : 'loops';
}

function begun(start: RunStarted): Step {
  const draft = draftOf(newRun(start));
  onStart(draft);
  return finish(draft);
}

function next(state: RunState, fact: Fact): Step {
  const draft = draftOf(state);
  spend(draft, fact);
  if (!isFactType(fact.type)) refuseUnknown(draft, fact.type);
  else if (fact.type === 'run.started') {
    draft.refuse(ROOT, 'ALREADY_STARTED', 'This run has begun already.', 'Start another run.');
  } else if (state.phase !== 'going') tooLate(draft, fact);
  else apply(draft, fact);
  const { entries } = draft;
  const isWithoutEffect =
    draft.endedScopes.length === 0 && (entries.length === 0 ? isInert(fact) : entries.every(isRefusal));
  const isBudgetAsBefore = draft.spent === state.spent && draft.withdrawn.length === state.withdrawn.length;
  return isWithoutEffect && isBudgetAsBefore ? { state, entries, commands: [] } : finish(draft);
}

/** Nothing from outside is ever an event of a machine (case D4): a fact is one of these, or it is refused. */
const FACT_TYPES: Readonly<Record<FactType, true>> = {
  'run.started': true,
  'effect.succeeded': true,
  'effect.failed': true,
  'plan.step': true,
  'plan.replied': true,
  'timer.fired': true,
  'answer.given': true,
  'signal.received': true,
  'dependency.ended': true,
  'run.paused': true,
  'run.resumed': true,
  'run.stepped': true,
  'run.cancelled': true,
  'budget.raised': true,
  'policy.revoked': true,
  'effect.uncertain': true,
  'effect.waiting': true,
  'effect.left': true,
  'effect.repeated': true,
  'effect.settled': true,
};

function isFactType(type: string): boolean {
  return Object.hasOwn(FACT_TYPES, type);
}

function refuseUnknown(draft: Draft, type: string): void {
  draft.refuse(ROOT, 'FACT_UNKNOWN', `There is no fact "${type}".`, 'Tell the run only what it knows.');
}

function finish(draft: Draft): Step {
  drain(draft);
  return { state: draft.finish(), entries: draft.entries, commands: draft.issued };
}

function isRefusal({ kind }: Entry): boolean {
  return kind === 'late' || kind === 'refused';
}

/** Facts that change nothing unless they make an entry; a budget or a timer that waits its turn is kept silently. */
function isInert(fact: Fact): boolean {
  return fact.type !== 'budget.raised' && fact.type !== 'timer.fired';
}

function apply(draft: Draft, fact: Exclude<Fact, { type: 'run.started' }>): void {
  switch (fact.type) {
    case 'effect.succeeded':
      onSucceeded(draft, fact);
      return;
    case 'effect.failed':
      onFailed(draft, fact);
      return;
    case 'plan.step':
      onStep(draft, fact);
      return;
    case 'plan.replied':
      onReplied(draft, fact);
      return;
    case 'timer.fired':
      onTimer(draft, fact.address);
      return;
    case 'answer.given':
      onAnswer(draft, fact.address, fact.value);
      return;
    case 'signal.received':
      onSignal(draft, fact);
      return;
    case 'dependency.ended':
      onDependency(draft, fact);
      return;
    case 'run.paused':
      onPaused(draft, fact.reason);
      return;
    case 'run.resumed':
      onResumed(draft, fact.input);
      return;
    case 'run.stepped':
      onStepped(draft, fact.mode);
      return;
    case 'run.cancelled':
      onCancelled(draft, fact.reason);
      return;
    case 'budget.raised':
      onBudget(draft, fact.budget);
      return;
    case 'policy.revoked':
      onRevoked(draft, fact.address);
      return;
    case 'effect.uncertain':
      onUncertain(draft, fact.address);
      return;
    case 'effect.waiting':
    case 'effect.left':
    case 'effect.repeated':
      onWay(draft, fact);
      return;
    case 'effect.settled':
      onSettled(draft, fact);
      return;
  }
}

/** A run that has ended records what still comes, and changes no more (R17). */
function tooLate(draft: Draft, fact: Exclude<Fact, { type: 'run.started' }>): void {
  draft.late('address' in fact ? fact.address : ROOT, fact.type);
}
