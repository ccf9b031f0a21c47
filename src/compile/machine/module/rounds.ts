import { baseAddress, numberParam, param, withLaterAttempt } from './find';
import { openScope } from './scopes';
import { attempting, evaluated, Failed, fail, isFinalError, succeed, waitAfter } from './settle';
import type { Body, Failure, Run, Scope, Turn, Value, Variables } from './types';

const NOTHING: Body = { nodes: [], edges: [] };

/** `while` is tested before, `until` after each round (L1, L9). */
export function nextRound(run: Run, turn: Turn, value: Value): void {
  const slot = turn.opened++;
  const index = param(turn.node, 'indexVariable');
  const locals: Variables = typeof index === 'string' ? { [index]: slot } : {};
  const asks = (evaluated(run, turn, 'while', null, locals) ?? true) === true;
  if (asks && slot === numberParam(turn.node, 'maxIterations', Infinity))
    throw new Failed('LOOP_LIMIT', 'A test asks for more.');
  if (!asks) succeed(run, turn, { result: value });
  else
    openScope(run, turn, {
      part: 'round',
      address: indexed(run, turn, slot),
      body: turn.node.body ?? NOTHING,
      slot,
      locals,
    });
}

export function roundEnded(run: Run, turn: Turn, scope: Scope): void {
  if (turn.node.type === 'RETRY') {
    Object.assign(turn.writes, scope.layer);
    succeed(run, turn, { result: scope.value });
    return;
  }
  attempting(run, turn, () => {
    const until = evaluated(run, turn, 'until', null, scope.locals);
    if (until === true) succeed(run, turn, { result: scope.value });
    else nextRound(run, turn, scope.value);
  });
}

/** A failed round's writes are dropped (R12). */
export function retryRound(run: Run, turn: Turn, error: Failure): void {
  const retry = { maxAttempts: 3, ...(turn.node.params ?? {}) };
  if (turn.opened >= retry.maxAttempts || isFinalError(error, retry)) {
    fail(run, turn, error);
    return;
  }
  const delayMs = waitAfter(turn.opened, retry);
  run.effects.push({ kind: 'timer', address: turn.address, what: 'round', delayMs });
}

export function openRound(run: Run, turn: Turn): void {
  const slot = turn.opened++;
  openScope(run, turn, {
    part: 'round',
    address: indexed(run, turn, slot),
    body: turn.node.body ?? NOTHING,
    slot,
    layer: {},
  });
}

/** The address of a round or item. */
export function indexed(run: Run, turn: Turn, index: number): string {
  return withLaterAttempt(turn, `${baseAddress(run, turn)}[${index}]`);
}
