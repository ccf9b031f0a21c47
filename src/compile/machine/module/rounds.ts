import { indexed, numberParam, param } from './find';
import { Failed, holds, isMendable, timer, waitAfter } from './outside';
import { openScope } from './scopes';
import { attempting, fail, succeed } from './settle';
import type { Failure, Run, Scope, Turn } from './standing';
import type { Body, Value, Variables } from './types';

const NOTHING: Body = { nodes: [], edges: [] };

/** `while` is tested before, `until` after each round (L1, L9). */
export function nextRound(run: Run, turn: Turn, value: Value): void {
  const slot = turn.opened++;
  const index = param(turn.node, 'indexVariable');
  const locals: Variables = typeof index === 'string' ? { [index]: slot } : {};
  const asks = holds(run, turn, 'while', null, locals) ?? true;
  if (asks && slot === numberParam(turn.node, 'maxIterations', Infinity))
    throw new Failed('LOOP_LIMIT', 'A test asks for more.');
  if (!asks) succeed(run, turn, { result: value });
  else openScope(run, turn, { part: 'round', ...roundOf(run, turn, slot), locals });
}

export function roundEnded(run: Run, turn: Turn, scope: Scope): void {
  if (turn.node.type === 'RETRY') {
    Object.assign(turn.writes, scope.layer);
    succeed(run, turn, { result: scope.value });
    return;
  }
  attempting(run, turn, () => {
    if (holds(run, turn, 'until', null, scope.locals)) succeed(run, turn, { result: scope.value });
    else nextRound(run, turn, scope.value);
  });
}

/** A failed round's writes are dropped (R12). */
export function retryRound(run: Run, turn: Turn, error: Failure): void {
  const retry = { maxAttempts: 3, ...(turn.node.params ?? {}) };
  if (turn.opened >= retry.maxAttempts || !isMendable(error.code, retry)) {
    fail(run, turn, error);
    return;
  }
  const round = indexed(run, turn, turn.opened - 1);
  timer(run, turn, `${round}!retry`, 'round', waitAfter(run, turn.opened, retry, round));
}

export function openRound(run: Run, turn: Turn): void {
  openScope(run, turn, { part: 'round', ...roundOf(run, turn, turn.opened++), layer: {} });
}

function roundOf(run: Run, turn: Turn, slot: number) {
  return { address: indexed(run, turn, slot), body: turn.node.body ?? NOTHING, slot };
}
