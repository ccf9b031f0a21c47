import { askGuard, mustNotRefuse, nextGuard, toldStart } from './features';
import { firstAddress, isSame, scopeOfTurn, turnAt } from './find';
import { passThrough, startAttempt } from './nodes';
import { leavePorch } from './plans';
import { sendAway } from './scopes';
import { attempting } from './settle';
import type { Lock, Run, Turn } from './standing';
import type { Value } from './types';

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
    else if (turn.node.type === 'PORCH') comeIn(run, turn);
    else {
      toldStart(run, turn);
      const isAway = turn.node.background === true && scopeOfTurn(run, turn).part !== 'away';
      startAttempt(run, isAway ? sendAway(run, turn) : turn);
    }
  });
}

function comeIn(run: Run, turn: Turn): void {
  toldStart(run, turn);
  leavePorch(run, turn);
}

/** A guard has answered: another is asked, or the node starts. */
export function guardAnswered(run: Run, turn: Turn, answer: Value): void {
  const guard = nextGuard(turn);
  if (guard !== undefined) mustNotRefuse(run, turn, guard, answer);
  turn.admitted++;
  admit(run, turn);
}
