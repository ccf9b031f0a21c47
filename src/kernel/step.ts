import { LIMITS, ROOT } from '#base';
import { type Accounting, accountedBy } from '#plan';
import {
  admission,
  closeGateAfterStep,
  gateAllows,
  releaseNext,
  startNext,
  startWithMutex,
} from './admission';
import { spend } from './budget';
import type { Command } from './command';
import { Draft } from './draft';
import type { Entry } from './entry';
import { type Fact, type FactType, hasBehaviour, type RunStarted } from './fact';
import {
  fireTimer,
  onAnswer,
  onFailed,
  onReplied,
  onSettled,
  onSignal,
  onStep,
  onSucceeded,
  onTimer,
  onUncertain,
  onWay,
} from './facts/answers';
import {
  onBudget,
  onCancelled,
  onDependency,
  onPaused,
  onResumed,
  onStart,
  onStepped,
} from './facts/control';
import type { Frame } from './frame';
import { deliverQueued } from './machine/dispatch';
import { NODE_BEHAVIOURS } from './nodes/behaviours';
import { starveJoin } from './nodes/join';
import { scopeEnded } from './nodes/scopeEnded';
import { reviewNext } from './planning/review';
import { onRevoked } from './policies';
import type { ReuseLookup } from './ports';
import { isPutIn, mayBeDone, pinOfCall, pinOfCommand, pinOfNextCall, pinOfNode, servedBy } from './reuse';
import { endFrame } from './scopes/unwinding';
import { passForkPoint, serveNext } from './serve';
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

/**
 * Lets the run go as far as it goes by itself (R22): containers whose scope has ended settle at once; then what was
 * held back leaves; of all ready nodes the first in document order starts, again and again; when none is ready, the
 * deepest scope at rest ends; then what is answered from the record is, one after the other (K8); overdue timers fire last
 * (R19).
 */
function drain(draft: Draft): void {
  let left: number = LIMITS.stepsPerFact;
  while (draft.phase === 'going' && advance(draft)) {
    if (left-- > 0) continue;
    draft.failRun({
      code: 'STEP_LIMIT',
      message: `One fact caused more than ${LIMITS.stepsPerFact} steps.`,
      help: 'Put fewer nodes without calls in a row.',
    });
  }
  if (draft.phase === 'going') closeGateAfterStep(draft);
}

/** Does the next thing. False when there is none. */
function advance(draft: Draft): boolean {
  return (
    (draft.endedScopes.length > 0 && completeNext(draft)) ||
    (draft.eventQueue.length > 0 && deliverQueued(draft)) ||
    (draft.starved.length > 0 && starveNext(draft)) ||
    (draft.held.length > 0 && releaseNext(draft)) ||
    (draft.mutexes.length > 0 && startWithMutex(draft)) ||
    (draft.reviews.length > 0 && reviewNext(draft)) ||
    startNext(draft) ||
    endNext(draft) ||
    (draft.serving.length > 0 && serveNext(draft)) ||
    (draft.forking && passForkPoint(draft)) ||
    (draft.due.length > 0 && fireNext(draft))
  );
}

function completeNext(draft: Draft): boolean {
  const ending = draft.endedScopes.shift();
  if (ending === undefined) return false;
  scopeEnded(draft, ending);
  return true;
}

/** R6, R22: when all edges have settled and all skips have spread, JOINs that cannot get what they need fail. */
function starveNext(draft: Draft): boolean {
  const ref = draft.starved.shift();
  if (ref === undefined) return false;
  if (draft.frames.has(ref.frame)) starveJoin(draft, ref);
  return true;
}

/**
 * R14: of several scopes at rest the deepest ends first, unless something goes on in its background, or its planner has
 * more to say (P2).
 */
function endNext(draft: Draft): boolean {
  const frame = draft.nextAtRest();
  if (frame === null) return false;
  const open = draft.frame(frame);
  if (open.detached.length === 0 && !goesOn(draft, open)) endFrame(draft, frame);
  return true;
}

/** Whether there is more to come of a plan that has come to rest. */
function goesOn(draft: Draft, plan: Frame): boolean {
  if (plan.kind !== 'dynamic' || plan.parent === null) return false;
  return draft.behaviourOf(draft.compiled(plan.parent).node).onPlanAtRest?.(draft, plan) ?? false;
}

function fireNext(draft: Draft): boolean {
  const address = draft.due.find((due) => {
    const open = draft.commands.get(due);
    return open !== undefined && gateAllows(draft, open);
  });
  if (address === undefined) return false;
  draft.due = draft.due.filter((other) => other !== address);
  fireTimer(draft, address);
  return true;
}

/** A draft of a run as it stands, with what draws on all of the kernel, which knows it by the draft alone. */
export function draftOf(state: RunState): Draft {
  return new Draft(state, { behaviours: NODE_BEHAVIOURS, admission, reuse: REUSE });
}

const REUSE: ReuseLookup<Draft> = {
  servedBy,
  mayBeDone,
  isPutIn,
  pinOfCommand,
  pinOfNode,
  pinOfNextCall,
  pinOfCall,
};
