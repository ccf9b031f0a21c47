import {
  addressOf,
  baseAddress,
  firstAddress,
  insideOf,
  isLaterHalf,
  isObject,
  ownerOf,
  param,
  plainId,
  scopeOfTurn,
  write,
} from './find';
import { NODE_FACTS } from './nodeFacts';
import {
  call,
  computed,
  evaluated,
  Failed,
  isMendable,
  tell,
  timer,
  trying,
  waitAfter,
  withdraw,
} from './outside';
import { cancelScopes, failScope, leave, letGo } from './scopes';
import type { Failure, Phase, Plan, PlanNode, Retry, Run, Turn, Value, Variables } from './standing';

/** An attempt begins. */
export function begin(run: Run, turn: Turn): void {
  turn.status = 'active';
  turn.attempt++;
  turn.address = addressOf(run, turn);
  run.visited.push(turn.address);
}

/** Does what may throw on behalf of a node: then its attempt has failed. */
export function attempting(run: Run, turn: Turn, does: () => void): void {
  trying(does, (failure, isFinal) => fail(run, turn, failure, isFinal));
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
  told(run, turn, 'postError', { error });
  const goesOn =
    turn.node.type === 'PLANNER' && param(turn.node, 'execute') === 'inline' && onError === 'continue';
  if (!goesOn) told(run, turn, 'finally', { error });
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

/** The guard that is asked next before a node starts (L4); an inline PLANNER is asked about once. */
export function nextGuard({ node, admitted }: Turn): string | undefined {
  return isLaterHalf(node) ? undefined : node.guards?.[admitted];
}

/** Asks it by a call of its own; the node is active meanwhile, and has not started. */
export function askGuard(run: Run, turn: Turn, guard: string): void {
  turn.status = 'active';
  turn.address = firstAddress(run, turn);
  const address = `${baseAddress(run, turn)}!pre-${turn.admitted + 1}`;
  try {
    const input = shown(run, turn, guard, 'pre', { input: inputOf(run, turn) });
    call(run, turn, 'guard', { activity: `feature:${guard}`, address, input });
  } catch (cause) {
    throw cause instanceof Failed ? new Failed(cause.code, cause.message, true) : cause;
  }
}

/** Throws where its answer, or what its expression `output` makes of it, is false. */
export function mustNotRefuse(run: Run, turn: Turn, guard: string, answer: Value): void {
  const verdict = computed(run, turn, `feature:${guard}.output`, answer) ?? answer;
  if (verdict === false) throw new Failed('GUARD_REFUSED', `"${guard}" does not let it pass.`, true);
}

/** Observers are told that a node starts, and what it is given. */
export function toldStart(run: Run, turn: Turn): void {
  if (turn.node.observers === undefined || isLaterHalf(turn.node)) return;
  let input: Value = null;
  const shows = (): void => {
    input = inputOf(run, turn);
  };
  trying(shows, () => undefined);
  told(run, turn, 'pre', { input });
}

/** Observers of a phase are told, each by a call of its own that nobody answers: they change nothing (L4). */
export function told(run: Run, turn: Turn, phase: Phase, values: Variables): void {
  for (const [index, observer] of (turn.node.observers ?? []).entries()) {
    if (observer.phase !== phase) continue;
    const address = `${baseAddress(run, turn)}!observe-${index + 1}`;
    const tells = (): void => {
      const input = shown(run, turn, observer.feature, phase, values);
      tell(run, turn, `feature:${observer.feature}`, address, input);
    };
    trying(tells, () => undefined);
  }
}

/** What a feature is given: its own expression `input` over these values, else the values. */
function shown(run: Run, turn: Turn, feature: string, phase: Phase, values: Variables): Value {
  const all = { node: { id: turn.node.id, type: turn.node.type }, phase, ...values };
  return computed(run, turn, `feature:${feature}.input`, all) ?? all;
}

/** What the plan itself is given is what the run was. */
function inputOf(run: Run, turn: Turn): Value {
  if (turn.node.type === 'PORCH') return isObject(turn.node.params) ? turn.node.params : {};
  return evaluated(run, turn, 'input') ?? null;
}

/** The plan as one node, for what is asked and told about it. */
export function nodeOfPlan({ id, guards, observers }: Plan, input: Variables): PlanNode {
  return {
    id,
    type: 'PORCH',
    params: input,
    ...(guards === undefined ? {} : { guards }),
    ...(observers === undefined ? {} : { observers }),
  };
}
