import { firstAddress } from './addresses';
import { isDead, isReady, isStarved } from './edges';
import { endScope, skip } from './scopes';
import { askHeld, fail } from './settle';
import { admit, guardAnswered, startAttempt, startTurn } from './start';
import { allScopes, byOrder, type Due, depthOf, type Run, type Scope, type Turn } from './state';

/** R22: does the next thing that follows from what has happened; false when there is none. */
export function goOn(run: Run): boolean {
  noteRest(run);
  const first = skipOne(run) || starveOne(run) || leaveHeld(run) || passMutex(run);
  return first || startOne(run) || endOne(run) || fireOverdue(run);
}

function turnsOf(run: Run): Turn[] {
  return allScopes(run)
    .flatMap(({ turns }) => turns)
    .sort(byOrder);
}

function skipOne(run: Run): boolean {
  const dead = turnsOf(run).find(isDead);
  if (dead === undefined) return false;
  skip(run, dead);
  return true;
}

function starveOne(run: Run): boolean {
  const starved = turnsOf(run).find(isStarved);
  if (starved === undefined) return false;
  starved.address = firstAddress(starved);
  fail(run, starved, { code: 'JOIN_STARVED', message: 'Too few paths can still arrive.' }, true);
  return true;
}

/** R19: what was held back leaves when the run goes on, in its order. */
function leaveHeld(run: Run): boolean {
  const [first] = run.held;
  if (run.paused || first?.kind !== 'admission') return askHeld(run);
  run.held.shift();
  admit(run, first.turn, first.asked ?? 0);
  return true;
}

/** R22: of all ready nodes the first in document order. */
function startOne(run: Run): boolean {
  if (run.paused) return false;
  const next = turnsOf(run).find((turn) => isReady(turn) && mayStart(run, turn));
  if (next === undefined) return false;
  startTurn(run, next);
  return true;
}

/** L2: one holder of a mutex; whoever else's turn comes waits for it, in that order, and is active meanwhile. */
function mayStart(run: Run, turn: Turn): boolean {
  const name = turn.node.mutex;
  if (name === undefined || turn.node.disabled === 'pass') return true;
  run.mutexes[name] ??= { holder: null, waiting: [] };
  const { holder, waiting } = run.mutexes[name];
  if (holder === null && waiting.length === 0) return true;
  waiting.push(turn);
  turn.status = 'active';
  turn.address = firstAddress(turn);
  return false;
}

/** L2: a mutex passes to the oldest waiter before anything else that the same fact made ready. */
function passMutex(run: Run): boolean {
  if (run.paused) return false;
  for (const mutex of Object.values(run.mutexes)) {
    mutex.waiting = mutex.waiting.filter(({ status }) => status === 'active');
    const next = mutex.holder === null ? mutex.waiting.shift() : undefined;
    if (next === undefined) continue;
    startTurn(run, next);
    return true;
  }
  return false;
}

/** R14: no node is active or ready, and no background branch runs. */
function isAtRest(run: Run, scope: Scope): boolean {
  if (scope.isFrozen || scope.background.length > 0) return false;
  if (scope.owner === null && goesOnOwned(run)) return false;
  return !scope.turns.some((turn) => turn.status === 'active' || isReady(turn));
}

/** L2, R11: what the run itself waits for. */
function goesOnOwned(run: Run): boolean {
  return run.late.length > 0 || run.background.some(({ status }) => status === 'active');
}

function noteRest(run: Run): void {
  for (const scope of allScopes(run)) {
    if (scope.restSince === null && isAtRest(run, scope)) scope.restSince = run.serial++;
  }
}

interface Resting {
  readonly depth: number;
  readonly since: number;
  readonly end: () => void;
}

/** R14: of several scopes at rest the deepest ends first, of equals the one that came to rest first. */
function endOne(run: Run): boolean {
  const scopes = allScopes(run);
  const resting: Resting[] = scopes.flatMap((scope) =>
    isAtRest(run, scope) && scope.restSince !== null
      ? [{ depth: depthOf(scope), since: scope.restSince, end: () => endScope(run, scope) }]
      : [],
  );
  const [first] = resting.sort((a, b) => b.depth - a.depth || a.since - b.since);
  first?.end();
  return first !== undefined;
}

/** R19: overdue timers fire last, in order of their due times, each once. */
function fireOverdue(run: Run): boolean {
  if (run.paused) return false;
  const [first] = run.overdue.sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.serial - b.serial);
  if (first === undefined) return false;
  come(run, first);
  return true;
}

/** What a node asked for has come. */
export function come(run: Run, due: Due): void {
  run.agenda = run.agenda.filter((other) => other !== due);
  run.overdue = run.overdue.filter((other) => other !== due);
  if (due.what.kind === 'guard') guardAnswered(run, due.turn, due.what.outcome, due.what.asked);
  else if (due.what.kind === 'retry') startAttempt(run, due.turn);
  else if (due.what.kind === 'timeout') timeOut(run, due.turn);
  else run.types[due.turn.node.type]?.came?.(run, due.turn, due);
}

/** L2, L9: an attempt fails with TIMEOUT; a wait goes on by its port. */
function timeOut(run: Run, turn: Turn): void {
  const behaviour = run.types[turn.node.type];
  if (behaviour?.timedOut?.(run, turn)) return;
  fail(run, turn, { code: 'TIMEOUT', message: 'It took too long.' });
}
