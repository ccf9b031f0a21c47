import { addressOf, ownerOf, param, scopeOf, scopeOfTurn, seenFrom, write } from './find';
import { cancelScopes, failScope, leave, withdraw } from './scopes';
import type { Failure, Retry, Run, Turn, Value, Variables } from './types';

/** These have no value for their scope (R21). */
const WITHOUT_VALUE = new Set(['START', 'END', 'FORK', 'JOIN', 'IF', 'SWITCH', 'DELAY', 'CANCEL']);
const LEAVES = new Set(['CAPABILITY', 'TRANSFORM', 'HUMAN_INPUT', 'PLANNER', 'EVENT_WAIT', 'DELAY']);

/** What an expression throws, and what else fails an attempt for good. */
export class Failed extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The value of an expression of a node; undefined where there is none of that name. */
export function evaluated(
  run: Run,
  turn: Turn,
  what: string,
  value: Value = null,
  locals: Variables = {},
): Value | undefined {
  const scope = scopeOfTurn(run, turn);
  const expression = run.given.expressions[`${scope.prefix}${turn.node.id.replace('@1', '')}.${what}`];
  if (expression === undefined) return undefined;
  try {
    return expression({ ...seenFrom(run, scope), ...turn.writes, ...locals }, value);
  } catch (cause) {
    throw new Failed('EXPRESSION_ERROR', cause instanceof Error ? cause.message : String(cause));
  }
}

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
    fail(run, turn, { code: cause.code, message: cause.message }, cause.code === 'EXPRESSION_ERROR');
  }
}

export interface Success {
  readonly ports?: readonly string[];
  readonly result?: Value;
}

/** It has succeeded; its outputs are written, its ports taken (R5, R20, R21). */
export function succeed(run: Run, turn: Turn, { ports = ['out'], result }: Success = {}): void {
  const isPlanningHalf = turn.node.type === 'PLANNER' && param(turn.node, 'execute') === 'inline';
  let outputs: Value | undefined;
  try {
    outputs = isPlanningHalf ? undefined : evaluated(run, turn, 'output', result ?? null);
  } catch (cause) {
    fail(run, turn, { code: 'EXPRESSION_ERROR', message: cause instanceof Error ? cause.message : '' }, true);
    return;
  }
  const scope = scopeOfTurn(run, turn);
  cancelScopes(
    run,
    turn.inside.flatMap((id) => scopeOf(run, id)),
  );
  leave(run, turn, 'succeeded', ports);
  write(run, scope, turn.writes);
  turn.writes = {};
  if (isObject(outputs)) write(run, scope, { ...outputs });
  if (result !== undefined && !WITHOUT_VALUE.has(turn.node.type)) scope.value = result;
}

/** Another attempt, or `onError` handles it, or the scope fails (L2, R8). */
export function fail(run: Run, turn: Turn, error: Failure, isFinal = false): void {
  const again = isFinal ? null : nextAttempt(run, turn, error);
  cancelScopes(
    run,
    turn.inside.flatMap((id) => scopeOf(run, id)),
  );
  turn.writes = {};
  if (again !== null) {
    withdraw(run, turn);
    turn.verdict = null;
    run.effects.push({ kind: 'timer', address: turn.address, what: 'retry', delayMs: again });
    return;
  }
  const scope = scopeOfTurn(run, turn);
  if (turn.node.onError === 'continue') {
    leave(run, turn, 'succeeded', ['out']);
    return;
  }
  const isRouted =
    turn.node.onError === 'route' &&
    scope.edges.some(({ from, port }) => from === turn.node.id && port === 'error');
  leave(run, turn, isRouted ? 'handled' : 'failed', isRouted ? ['error'] : []);
  if (!isRouted) failScope(run, scope, error);
}

/** The wait before the next attempt, or null when there is none. */
function nextAttempt(run: Run, turn: Turn, error: Failure): number | null {
  const retry = inherited(run, turn).retry;
  if (retry === undefined || turn.attempt >= (retry.maxAttempts ?? 1)) return null;
  return isFinalError(error, retry) ? null : waitAfter(turn.attempt, retry);
}

/** Leaves of a dynamic plan inherit timeout and retry from their executor (L4, L9). */
export function inherited(run: Run, turn: Turn): { readonly retry?: Retry; readonly timeoutMs?: number } {
  const { node } = turn;
  if (node.type === 'PLAN_EXECUTOR') return {};
  const scope = scopeOfTurn(run, turn);
  const owner = scope.part === 'dynamic' && LEAVES.has(node.type) ? ownerOf(run, scope) : null;
  const { retry, timeoutMs } = owner?.node ?? {};
  return {
    ...(retry === undefined ? {} : { retry }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(node.retry === undefined ? {} : { retry: node.retry }),
    ...(node.timeoutMs === undefined ? {} : { timeoutMs: node.timeoutMs }),
  };
}

export function isFinalError({ code }: Failure, { nonRetryable = [] }: Retry): boolean {
  return ['EXPRESSION_ERROR', 'CANNOT_PLAN', 'INPUT_INVALID'].includes(code) || nonRetryable.includes(code);
}

/** min(initial × coefficient^(n−1), max), by default 1000, 2 and no cap. */
export function waitAfter(attempt: number, retry: Retry): number {
  const { initialIntervalMs = 1000, backoffCoefficient = 2, maxIntervalMs = Infinity } = retry;
  return Math.round(Math.min(initialIntervalMs * backoffCoefficient ** (attempt - 1), maxIntervalMs));
}

/** The clock of an attempt. */
export function startTimeout(run: Run, turn: Turn): void {
  const isWait = turn.node.type === 'HUMAN_INPUT' || turn.node.type === 'EVENT_WAIT';
  const own = isWait ? param(turn.node, 'timeoutMs') : inherited(run, turn).timeoutMs;
  if (typeof own === 'number')
    run.effects.push({ kind: 'timer', address: turn.address, what: 'timeout', delayMs: own });
}

/** One call of the outside, by the node's own name or by that of one of its questions. */
export function call(run: Run, turn: Turn, question = ''): void {
  const scope = scopeOfTurn(run, turn);
  const id = turn.node.id.replace('@1', '');
  run.effects.push({
    kind: 'call',
    activity: `${scope.prefix}${id}${question}`,
    call: {
      node: id,
      type: turn.node.type,
      address: turn.address,
      attempt: turn.attempt,
      input: evaluated(run, turn, 'input') ?? null,
      variables: seenFrom(run, scope),
      params: turn.node.params ?? {},
    },
  });
}

/** What the plan gives: its result, and what its END says besides (R15, V1). */
export function planOutputs(
  run: Run,
  variables: Variables,
  prefix: string,
  outputs: readonly string[],
  result: Value | undefined,
): Value {
  const mapping = run.given.expressions[`${prefix}result`];
  const assigned = Object.fromEntries(
    outputs.flatMap((id) => (variables[id] === undefined ? [] : [[id, variables[id]]])),
  );
  const given = mapping === undefined ? assigned : mapping(variables, null);
  return { ...(isObject(given) ? given : {}), ...(isObject(result) ? result : {}) };
}

export function isObject(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
