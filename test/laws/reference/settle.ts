import type { Json } from '#base';
import { addressOf, baseAddress, firstAddress } from './addresses';
import { missedBy } from './edges';
import { cancelScopes, failScope, leave, letGo, withdraw } from './scopes';
import { type Failure, type Run, say, shown, type Turn } from './state';
import { Failed, inputOf, outputsOf, writeVariable } from './values';

/** R21: these have no value for their scope. */
const WITHOUT_VALUE = new Set(['START', 'END', 'FORK', 'JOIN', 'IF', 'SWITCH', 'DELAY', 'CANCEL']);

export interface Success {
  readonly ports?: readonly string[];
  readonly result?: Json;
  /** A variable that gets the result besides `output`. */
  readonly into?: string | undefined;
}

/** An attempt begins. */
export function begin(run: Run, turn: Turn, withInput = false): Json | undefined {
  turn.status = 'active';
  turn.attempt++;
  turn.address = addressOf(turn);
  const input = withInput ? trying(() => inputOf(turn)) : { value: undefined };
  say(run, `start ${turn.address}${'value' in input ? shown(input.value) : ''}`);
  if ('error' in input) throw new Failed(input.error.code, input.error.message);
  return input.value;
}

/** Does what may throw on behalf of a node: then its attempt has failed. */
export function attempting(run: Run, turn: Turn, does: () => void): void {
  const tried = trying(does);
  if ('error' in tried) fail(run, turn, tried.error, tried.isFinal);
}

export function trying<Value>(does: () => Value): { value: Value } | { error: Failure; isFinal: boolean } {
  try {
    return { value: does() };
  } catch (thrown) {
    if (thrown instanceof Failed) return { error: thrown.failure, isFinal: thrown.isFinal };
    throw thrown;
  }
}

/**
 * R5, R20, R21: it has succeeded; its outputs are written, its ports taken.
 *
 * @returns false where its outputs could not be had, so that it has failed instead
 */
export function succeed(run: Run, turn: Turn, { ports = ['out'], result, into }: Success = {}): boolean {
  const writes = trying(() => outputsOf(turn, result ?? null, into));
  if ('error' in writes) {
    fail(run, turn, writes.error, true);
    return false;
  }
  const kept = turn.layer ?? new Map();
  turn.layer = null;
  // What a node writes that goes on in the background is dropped (L2).
  for (const name of turn.inBackground ? [] : [...kept.keys()].sort()) {
    writeVariable(run, turn.scope, turn.address, name, kept.get(name) ?? null);
  }
  letGo(run, turn.inside);
  const where = ports.join(',') === 'out' || ports.length === 0 ? '' : ` ${ports.join(',')}`;
  say(run, `ok ${turn.address}${where}${shown(result)}`);
  leave(run, turn, 'succeeded', ports);
  for (const [name, value] of turn.inBackground ? [] : writes.value)
    writeVariable(run, turn.scope, turn.address, name, value);
  if (!turn.inBackground) arrive(run, turn);
  if (result === undefined) return true;
  if (!WITHOUT_VALUE.has(turn.node.type)) turn.scope.value = result;
  keepStep(turn, result);
  return true;
}

/** R13: `steps["ID"]`, also of what lies in the containers of a dynamic plan. */
function keepStep(turn: Turn, result: Json): void {
  for (let at: Turn['scope'] | null = turn.scope; at !== null; at = at.owner?.scope ?? null) {
    if (at.steps) at.steps[turn.node.id.replace('@1', '')] = result;
    if (at.steps || at.plan) return;
  }
}

/** L2, R8: another attempt, or `onError` handles it, or the scope fails. */
export function fail(run: Run, turn: Turn, error: Failure, isFinal = false): void {
  // A failed attempt of a container always cancels its rest (R11).
  const again = isFinal ? null : nextAttempt(turn, error);
  cancelScopes(run, turn.inside);
  if (again !== null) {
    retryLater(run, turn, error, again);
    return;
  }
  const { onError } = turn.node;
  if (onError === 'continue') {
    say(run, `handled ${turn.address} ${error.code}`);
    leave(run, turn, 'succeeded', ['out']);
    if (!turn.inBackground) arrive(run, turn);
    return;
  }
  const isRouted = onError === 'route' && hasErrorEdge(turn) && !turn.inBackground;
  say(run, `${isRouted ? 'handled' : 'fail'} ${turn.address} ${error.code}`);
  leave(run, turn, isRouted ? 'handled' : 'failed', isRouted ? ['error'] : []);
  arrive(run, turn);
  // L2: of a background node it goes nowhere, also where a guard has refused it before it could be sent away.
  const isUnheard = turn.inBackground || (turn.node.background === true && turn.attempt === 0);
  if (!isRouted && !isUnheard) failScope(run, turn.scope, error);
}

/** R6: what leads to a JOIN that has started is late there. */
export function arrive(run: Run, turn: Turn): void {
  for (const join of missedBy(turn)) say(run, `late ${firstAddress(join)} edge`);
}

function hasErrorEdge({ scope, node }: Turn): boolean {
  return scope.edges.some(({ from, port }) => from === node.id && port === 'error');
}

/** L2: the wait before the next attempt, or null when there is none. */
function nextAttempt(turn: Turn, error: Failure): number | null {
  const retry = retryOf(turn);
  if (retry === undefined || turn.attempt >= retry.maxAttempts) return null;
  return isFinalError(error, retry.nonRetryable) ? null : waitAfter(turn.attempt, retry);
}

/** L4, L9: leaves of a dynamic plan inherit from their executor. */
function retryOf({ node, scope }: Turn): Turn['node']['retry'] {
  if (node.type === 'PLAN_EXECUTOR') return undefined;
  if (node.retry) return node.retry;
  return scope.part === 'dynamic' && LEAVES.has(node.type) ? scope.owner?.node.retry : undefined;
}

export const LEAVES: ReadonlySet<string> = new Set([
  'CAPABILITY',
  'TRANSFORM',
  'HUMAN_INPUT',
  'PLANNER',
  'EVENT_WAIT',
  'DELAY',
]);

/** Expressions give the same again; what else is final is a fault of plan or caller that no attempt can mend. */
export function isFinalError({ code }: Failure, nonRetryable: readonly string[] = []): boolean {
  return ['EXPRESSION_ERROR', 'CANNOT_PLAN', 'INPUT_INVALID'].includes(code) || nonRetryable.includes(code);
}

/** min(initial × coefficient^(n−1), max), by default 1000, 2 and no cap. */
export function waitAfter(attempt: number, retry: NonNullable<Turn['node']['retry']>): number {
  const { initialIntervalMs = 1000, backoffCoefficient = 2, maxIntervalMs = Infinity } = retry;
  return Math.round(Math.min(initialIntervalMs * backoffCoefficient ** (attempt - 1), maxIntervalMs));
}

function retryLater(run: Run, turn: Turn, error: Failure, afterMs: number): void {
  say(run, `again ${turn.address} ${error.code} ${afterMs}`);
  withdraw(run, turn);
  turn.layer = null;
  waitToRetry(run, turn, afterMs, 'retry');
}

/** R19: a back-off counts from the failure, also during a pause. */
export function waitToRetry(run: Run, turn: Turn, afterMs: number, kind: 'retry' | 'round'): void {
  ask(run, turn, `${turn.address}!retry`, { kind }, afterMs);
}

/** R19: what was held back leaves when the run goes on. */
export function askHeld(run: Run): boolean {
  const held = run.paused ? undefined : run.held.shift();
  if (held === undefined) return false;
  if (held.kind === 'merge') askMerge(run, held.turn);
  else if (held.kind === 'again') call(run, held.turn);
  else if (held.kind === 'admission') throw new Error('It is admitted elsewhere.');
  return true;
}

/** R21: the command `<container>!merge`. */
export function askMerge(run: Run, turn: Turn): void {
  if (run.paused) run.held.push({ turn, afterMs: 0, kind: 'merge' });
  else {
    const outcome = run.outcomes.next(`${baseAddress(turn)}!merge`);
    ask(run, turn, `${turn.address}!merge`, { kind: 'merge', outcome }, outcome.afterMs);
  }
}

/** K2: one call per attempt, and another after each signal that it asked to wait for (L7). */
export function call(run: Run, turn: Turn): void {
  const outcome = run.outcomes.next(baseAddress(turn));
  ask(run, turn, turn.address, { kind: 'call', outcome }, outcome.afterMs);
}

/** Something is asked of the outside; `afterMs` is null where only an event can answer. */
export function ask(
  run: Run,
  turn: Turn,
  address: string,
  what: Run['agenda'][number]['what'],
  afterMs: number | null,
): void {
  const at = afterMs === null ? null : run.now + afterMs;
  run.agenda.push({ turn, address, at, serial: run.serial++, what });
}

/** L2: the clock of an attempt: after a leaf's call, before a container's contents. */
export function startTimeout(run: Run, turn: Turn): void {
  const { node, scope } = turn;
  const inherited =
    scope.part === 'dynamic' && LEAVES.has(node.type) ? scope.owner?.node.timeoutMs : undefined;
  const isWait = node.type === 'HUMAN_INPUT' || node.type === 'EVENT_WAIT';
  const afterMs = isWait ? node.params?.timeoutMs : (node.timeoutMs ?? inherited);
  if (afterMs !== undefined && afterMs !== null) {
    ask(run, turn, `${turn.address}!timeout`, { kind: 'timeout' }, afterMs);
  }
}

/** A container that may be tried again writes into a layer, so that a failed attempt leaves nothing (R12, R20). */
export function beginContainer(run: Run, turn: Turn, withInput = false): Json | undefined {
  const input = begin(run, turn, withInput);
  turn.layer = turn.node.retry === undefined ? null : new Map();
  turn.isDecided = false;
  turn.ends = [];
  turn.opened = 0;
  startTimeout(run, turn);
  return input;
}
