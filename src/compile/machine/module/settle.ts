import { told } from './features';
import { addressOf, insideOf, isObject, ownerOf, param, plainId, scopeOfTurn, write } from './find';
import { NODE_FACTS } from './nodeFacts';
import { evaluated, Failed, isMendable, timer, waitAfter, withdraw } from './outside';
import { cancelScopes, failScope, leave, letGo } from './scopes';
import type { Failure, Run, Turn } from './standing';
import type { Retry, Value, Variables } from './types';

/** An attempt begins. */
export function begin(run: Run, turn: Turn): void {
  turn.status = 'active';
  turn.attempt++;
  turn.address = addressOf(run, turn);
  run.visited.push(turn.address);
}

/** Does what may throw on behalf of a node: then its attempt has failed. */
export function attempting(run: Run, turn: Turn, does: () => void): void {
  try {
    does();
  } catch (cause) {
    if (!(cause instanceof Failed)) throw cause;
    fail(run, turn, { code: cause.code, message: cause.message }, cause.isFinal);
  }
}

export interface Success {
  readonly ports?: readonly string[];
  readonly result?: Value;
}

/**
 * It has succeeded; its outputs are written, its ports taken (R5, R20, R21). What is still open inside goes on late (R11).
 * False where its outputs could not be had, so that it has failed instead.
 */
export function succeed(run: Run, turn: Turn, { ports = ['out'], result }: Success = {}): boolean {
  const isFirstHalf = turn.node.type === 'PLANNER' && param(turn.node, 'execute') === 'inline';
  let outputs: Variables;
  try {
    outputs = isFirstHalf ? {} : outputsOf(run, turn, result ?? null);
  } catch (cause) {
    if (!(cause instanceof Failed)) throw cause;
    fail(run, turn, { code: cause.code, message: cause.message }, true);
    return false;
  }
  const scope = scopeOfTurn(run, turn);
  letGo(run, turn);
  leave(run, turn, 'succeeded', ports);
  write(run, scope, turn.writes);
  turn.writes = {};
  if (!isFirstHalf) {
    told(run, turn, 'postSuccess', { result: result ?? null });
    told(run, turn, 'finally', { result: result ?? null });
  }
  write(run, scope, outputs);
  if (result !== undefined) {
    if (!NODE_FACTS[turn.node.type]?.hasNoValue) scope.value = result;
    keepStep(run, turn, result);
  }
  return true;
}

/** A plan that is open takes what its activities give, member by member (V1). */
function outputsOf(run: Run, turn: Turn, result: Value): Variables {
  const outputs = evaluated(run, turn, 'output', result);
  if (isObject(outputs)) return { ...outputs };
  const takesAll = turn.node.type === 'CAPABILITY' && outputs === undefined && isObject(result);
  const plan = takesAll ? scopeOfTurn(run, turn).plans.at(-1) : undefined;
  return run.given.subPlans.find(({ id }) => id === plan)?.isOpen && isObject(result) ? { ...result } : {};
}

/** Results by id, also of what lies in the containers of a dynamic plan (R13). */
function keepStep(run: Run, turn: Turn, result: Value): void {
  let at: Turn | null = turn;
  while (at !== null) {
    const scope = scopeOfTurn(run, at);
    if (scope.steps !== null) scope.steps[plainId(turn.node)] = result;
    if (scope.steps !== null || scope.variables !== null) return;
    at = ownerOf(run, scope);
  }
}

/** Another attempt, or `onError` handles it, or the scope fails (L2, R8). */
export function fail(run: Run, turn: Turn, error: Failure, isFinal = false): void {
  const again = isFinal ? null : nextAttempt(run, turn, error);
  cancelScopes(run, insideOf(run, turn));
  turn.writes = {};
  if (again !== null) {
    withdraw(run, turn);
    timer(run, turn, `${turn.address}!retry`, 'retry', again);
    return;
  }
  const scope = scopeOfTurn(run, turn);
  const { onError, background } = turn.node;
  // A guard has refused what was to go on in the background: nobody hears of that (L2).
  const isUnheard = background === true && turn.attempt === 0;
  if (onError === 'continue') leave(run, turn, 'succeeded', ['out']);
  else if (onError === 'route' && hasErrorEdge(run, turn)) leave(run, turn, 'handled', ['error']);
  else leave(run, turn, 'failed', []);
  told(run, turn, 'postError', { error: { code: error.code, message: error.message } });
  const goesOn =
    turn.node.type === 'PLANNER' && param(turn.node, 'execute') === 'inline' && onError === 'continue';
  if (!goesOn) told(run, turn, 'finally', { error: { code: error.code, message: error.message } });
  if (turn.status === 'failed' && !isUnheard) failScope(run, scope, error);
}

/** In the background it leads nowhere. */
function hasErrorEdge(run: Run, turn: Turn): boolean {
  const { edges, part } = scopeOfTurn(run, turn);
  return part !== 'away' && edges.some(({ from, port }) => from === turn.node.id && port === 'error');
}

/** The wait before the next attempt, or null when there is none. */
function nextAttempt(run: Run, turn: Turn, error: Failure): number | null {
  const { retry } = inherited(run, turn);
  if (retry === undefined || turn.attempt >= (retry.maxAttempts ?? 1)) return null;
  // The input of a plan is resolved anew (V1).
  const isResolvedAnew = NODE_FACTS[turn.node.type]?.resolvesAnew && error.code === 'INPUT_INVALID';
  return isResolvedAnew || isMendable(error.code, retry)
    ? waitAfter(run, turn.attempt, retry, turn.address)
    : null;
}

/** Leaves of a dynamic plan inherit timeout and retry from their executor (L4, L9). */
function inherited(run: Run, turn: Turn): { readonly retry?: Retry; readonly timeoutMs?: number } {
  const { node } = turn;
  const { handsDown, leaf } = NODE_FACTS[node.type] ?? {};
  if (handsDown) return {};
  const { inherits } = scopeOfTurn(run, turn);
  return {
    ...(leaf ? inherits : {}),
    ...(node.retry === undefined ? {} : { retry: node.retry }),
    ...(node.timeoutMs === undefined ? {} : { timeoutMs: node.timeoutMs }),
  };
}

/** The clock of an attempt: after a leaf's call, before a container's contents (L2). */
export function startTimeout(run: Run, turn: Turn): void {
  const { boundsItself } = NODE_FACTS[turn.node.type] ?? {};
  const limit = boundsItself ? param(turn.node, 'timeoutMs') : inherited(run, turn).timeoutMs;
  if (typeof limit === 'number') timer(run, turn, `${turn.address}!timeout`, 'timeout', limit);
}
