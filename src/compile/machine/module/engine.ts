import { ended, failedInside, mergeCame, openRound } from './containers';
import { byOrder, firstAddress, isSame, openScopes, prospects, scopeOfTurn, turnAt } from './find';
import { came, passThrough, signalled, startAttempt, timedOut } from './nodes';
import { approved, leavePorch, openRun } from './plans';
import { endScope, sendAway } from './scopes';
import { askGuard, attempting, fail, mustNotRefuse, nextGuard, succeed, toldStart } from './settle';
import {
  Answer,
  type Asked,
  type Effect,
  type Failure,
  type Implementations,
  type Lock,
  type Plan,
  type Run,
  type Scope,
  type Standing,
  type Turn,
  type Value,
  type Variables,
} from './standing';

/** What happens outside: an activity has ended, a timer has, or a signal comes. */
export type Fact =
  | { readonly kind: 'done'; readonly address: string; readonly value: Value | Answer }
  | { readonly kind: 'failed'; readonly address: string; readonly error: Failure }
  | { readonly kind: 'timer'; readonly address: string }
  | { readonly kind: 'signal'; readonly event: string; readonly data: Value };

/** One step: where the run stands then, and what it asks for. Nothing is done here. */
export interface Step {
  readonly standing: Standing;
  readonly effects: readonly Effect[];
}

const AFTER = { ended, failed: failedInside };

/** Where a run stands that has not begun. */
export function notBegun(): Standing {
  return {
    scopes: {},
    root: 0,
    away: [],
    next: 0,
    phase: 'going',
    output: null,
    error: null,
    visited: [],
    asked: {},
    locks: [],
    signals: [],
    effects: [],
  };
}

/** Opens a run of the first plan with its input. */
export function beginRun(plans: readonly Plan[], given: Implementations, input: Variables): Step {
  const run: Run = { ...notBegun(), given: { ...given, subPlans: plans }, after: AFTER };
  const [plan] = plans;
  if (plan !== undefined) openRun(run, plan, input);
  return settled(run);
}

/** Takes one fact, whole, with all that follows from it (R22). */
export function takeFact(before: Standing, plans: readonly Plan[], given: Implementations, fact: Fact): Step {
  const copy: Standing = JSON.parse(JSON.stringify(before));
  const run: Run = { ...copy, effects: [], given: { ...given, subPlans: plans }, after: AFTER };
  if (run.phase === 'going' && fact.kind === 'signal') signalled(run, fact);
  else if (run.phase === 'going' && fact.kind !== 'signal') answered(run, fact);
  return settled(run);
}

type Reply = Exclude<Fact, { readonly kind: 'signal' }>;

/** What nobody asked for, or nobody waits for any more, changes nothing. */
function answered(run: Run, fact: Reply): void {
  const asked = run.asked[fact.address];
  const turn = asked === undefined ? null : turnAt(run, asked);
  if (asked === undefined || turn === null) return;
  delete run.asked[fact.address];
  if (fact.kind !== 'timer') run.effects.push({ kind: 'withdraw', address: fact.address, what: asked.what });
  attempting(run, turn, () => heard(run, turn, asked, fact));
}

function heard(run: Run, turn: Turn, { what }: Asked, fact: Reply): void {
  if (fact.kind === 'failed') {
    fail(run, turn, fact.error, what === 'guard');
    return;
  }
  const given = fact.kind === 'done' ? fact.value : null;
  const hears = HEARD[what];
  if (hears === undefined) came(run, turn, given);
  else hears(run, turn, given instanceof Answer ? given.value : given);
}

const HEARD: { readonly [what: string]: ((run: Run, turn: Turn, value: Value) => void) | undefined } = {
  guard: guardAnswered,
  merge: mergeCame,
  approve: approved,
  timeout: timedOut,
  retry: startAttempt,
  round: openRound,
  delay: (run, turn) => void succeed(run, turn),
};

function settled(run: Run): Step {
  for (let left = 100_000; run.phase === 'going' && goOn(run); left--)
    if (left === 0) throw new Error('The plan never comes to rest.');
  const { given: _, after: _after, effects, ...standing } = run;
  return { standing: { ...standing, effects: [] }, effects };
}

/** Does the next thing that follows; false when there is none (R14, R22). */
function goOn(run: Run): boolean {
  const scopes = openScopes(run);
  const coming: Coming = { ready: [], starved: [] };
  for (const scope of scopes) lookInto(run, scope, coming);
  return (
    starveOne(run, coming.starved) || passMutexes(run) || startOne(run, coming.ready) || endOne(run, scopes)
  );
}

interface Coming {
  readonly ready: Turn[];
  readonly starved: Turn[];
}

/** Skips what never comes, collects whose turn it is, and notes since when the scope is at rest. */
function lookInto(run: Run, scope: Scope, { ready, starved }: Coming): void {
  const store = prospects(scope);
  for (const turn of scope.turns) {
    const prospect = store.get(turn.node.id);
    if (prospect === 'never') turn.status = 'skipped';
    else if (prospect === 'starved') starved.push(turn);
    else if (prospect === 'now') ready.push(turn);
  }
  const isBusy = scope.turns.some((turn) => turn.status === 'active' || store.get(turn.node.id) === 'now');
  if (!isBusy && !isHeldOpen(run, scope)) scope.restSince ??= run.next++;
}

/** What is on its way out ends otherwise; late branches hold a scope open, what is in the background the run (R11, L2). */
function isHeldOpen(run: Run, scope: Scope): boolean {
  return scope.isFrozen || scope.late.length > 0 || (scope.id === run.root && run.away.length > 0);
}

function starveOne(run: Run, starved: readonly Turn[]): boolean {
  const [turn] = [...starved].sort(byOrder);
  if (turn === undefined) return false;
  turn.address = firstAddress(run, turn);
  fail(run, turn, { code: 'JOIN_STARVED', message: 'Too few paths can still arrive.' }, true);
  return true;
}

function startOne(run: Run, ready: readonly Turn[]): boolean {
  const [turn] = [...ready].sort(byOrder);
  if (turn !== undefined) takeTurn(run, turn);
  return turn !== undefined;
}

/** Of several scopes at rest the deepest ends first, of equals the one that came to rest first. */
function endOne(run: Run, scopes: readonly Scope[]): boolean {
  const resting = scopes.flatMap((scope) =>
    isHeldOpen(run, scope) ||
    scope.restSince === null ||
    scope.turns.some(({ status }) => status === 'active')
      ? []
      : [{ depth: scope.depth, since: scope.restSince, end: () => endScope(run, scope) }],
  );
  const [first] = resting.sort((a, b) => b.depth - a.depth || a.since - b.since);
  first?.end();
  return first !== undefined;
}

/**
 * The turn of a node has come. It may have to wait for its mutex, and is active meanwhile; then its guards are asked, once;
 * then its first attempt starts (L2, L4).
 */
export function takeTurn(run: Run, turn: Turn): void {
  const { mutex, disabled } = turn.node;
  if (disabled === 'pass') passThrough(run, turn);
  else if (mutex === undefined) admit(run, turn);
  else {
    const lock = lockOf(run, mutex);
    turn.status = 'active';
    turn.address = firstAddress(run, turn);
    lock.waiting.push({ scope: turn.scope, place: turn.place });
    passMutex(run, lock);
  }
}

function lockOf(run: Run, name: string): Lock {
  const found = run.locks.find((lock) => lock.name === name);
  if (found !== undefined) return found;
  const lock: Lock = { name, holder: null, waiting: [] };
  run.locks.push(lock);
  return lock;
}

/** A free mutex passes to the oldest that waits for it, before anything else that became ready; false if none can go on. */
export function passMutexes(run: Run): boolean {
  return run.locks.some((lock) => passMutex(run, lock));
}

function passMutex(run: Run, lock: Lock): boolean {
  if (lock.holder !== null) return false;
  lock.waiting = lock.waiting.filter((place) => turnAt(run, place)?.status === 'active');
  const [next] = lock.waiting;
  const turn = next === undefined ? null : turnAt(run, next);
  if (next === undefined || turn === null) return false;
  lock.holder = next;
  lock.waiting = lock.waiting.filter((place) => !isSame(place, next));
  admit(run, turn);
  return true;
}

function admit(run: Run, turn: Turn): void {
  attempting(run, turn, () => {
    const guard = nextGuard(turn);
    if (guard !== undefined) askGuard(run, turn, guard);
    else {
      toldStart(run, turn);
      const isAway = turn.node.background === true && scopeOfTurn(run, turn).part !== 'away';
      if (turn.node.type === 'PORCH') leavePorch(run, turn);
      else startAttempt(run, isAway ? sendAway(run, turn) : turn);
    }
  });
}

/** A guard has answered: another is asked, or the node starts. */
export function guardAnswered(run: Run, turn: Turn, answer: Value): void {
  const guard = nextGuard(turn);
  if (guard !== undefined) mustNotRefuse(run, turn, guard, answer);
  turn.admitted++;
  admit(run, turn);
}
