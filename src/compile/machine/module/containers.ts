import {
  branchesOf,
  EMPTY,
  indexed,
  insideOf,
  isObject,
  numberParam,
  param,
  planOfScope,
  scopeOfTurn,
  textParam,
  writeInside,
} from './find';
import { call, evaluated, Failed, holds, isMendable, timer, waitAfter } from './outside';
import { beginExecutor, openSubPlan, runEnded, runFailed, subPlanEnded } from './plans';
import { breakOut, cancelScopes, goesOnLeaving, openPart, openScope } from './scopes';
import { attempting, begin, fail, startTimeout, succeed } from './settle';
import type { Body, BranchEnd, Breaks, End, Failure, Run, Scope, Turn, Value, Variables } from './standing';

/** Starts a container; false where the node is none. */
export function beginContainer(run: Run, turn: Turn): boolean {
  if (turn.node.type === 'PLAN_EXECUTOR') {
    beginExecutor(run, turn);
    return true;
  }
  const opens = OPENS[turn.node.type];
  if (opens === undefined) return false;
  begin(run, turn);
  startTimeout(run, turn);
  Object.assign(turn, { ends: [], opened: 0, after: null, isDecided: false });
  opens(run, turn);
  return true;
}

const OPENS: { readonly [type: string]: ((run: Run, turn: Turn) => void) | undefined } = {
  GROUP(run, turn) {
    const body = turn.node.body ?? EMPTY;
    if (param(turn.node, 'mode') === 'ASYNC') openFirst(run, turn);
    else openScope(run, turn, { part: 'body', address: turn.address, body, isSequence: true });
  },
  ITERATOR: openItems,
  LOOP: (run, turn) => nextRound(run, turn, null),
  RETRY: openRound,
  TRY_CATCH: (run, turn) => openPart(run, turn, 'try'),
  SUB_PLAN: openSubPlan,
};

/** A scope inside a container has ended. */
export function ended(run: Run, turn: Turn | null, scope: Scope, end: End): void {
  if (turn === null) runEnded(run, scope, end);
  else (ENDED[scope.part] ?? bodyEnded)(run, turn, scope, end);
}

type Ended = (run: Run, turn: Turn, scope: Scope, end: End) => void;

const ENDED: { readonly [part: string]: Ended | undefined } = {
  branch: (run, turn, scope, { breaks = null }) => branchEnded(run, turn, scope, { breaks }),
  round: roundEnded,
  try: partEnded,
  catch: partEnded,
  finally: partEnded,
  plan: subPlanEnded,
};

function bodyEnded(run: Run, turn: Turn, { value }: Scope): void {
  succeed(run, turn, { result: value });
}

/** A scope inside a container has failed (R8). */
export function failedInside(run: Run, turn: Turn | null, scope: Scope, error: Failure): void {
  if (turn === null) runFailed(run, scope, error);
  else if (scope.part === 'branch') branchEnded(run, turn, scope, { error });
  else if (scope.part === 'round' && turn.node.type === 'RETRY') retryRound(run, turn, error);
  else if (scope.part === 'try' || scope.part === 'catch' || scope.part === 'finally')
    partFailed(run, turn, scope, error);
  else fail(run, turn, error);
}

const UNREACHABLE: Failure = {
  code: 'COMPLETION_UNREACHABLE',
  message: 'Too few branches can succeed.',
};

/** An ITERATOR's items are known when it starts. */
export function openItems(run: Run, turn: Turn): void {
  const items = evaluated(run, turn, 'items');
  if (!Array.isArray(items)) throw new Failed('EXPRESSION_ERROR', 'The items are no list.');
  turn.items = items;
  openFirst(run, turn);
}

/** With no branches, or too few, it is decided without starting one (R8, R10). */
export function openFirst(run: Run, turn: Turn): void {
  const count = bodies(turn).length;
  const need = needOf(turn);
  if (need !== null && need > count) fail(run, turn, UNREACHABLE);
  else if (count === 0) attempting(run, turn, () => complete(run, turn));
  else openMore(run, turn);
}

function bodies(turn: Turn): Body[] {
  const body = turn.node.body ?? EMPTY;
  return turn.node.type === 'GROUP' ? branchesOf(body) : turn.items.map(() => body);
}

/** At most so many are open, started in order (R9). */
function openMore(run: Run, turn: Turn): void {
  const all = bodies(turn);
  const { node } = turn;
  const isGroup = node.type === 'GROUP';
  const limit = isGroup ? numberParam(node, 'maxConcurrency', Infinity) : numberParam(node, 'concurrency', 1);
  while (turn.opened < all.length && turn.inside.length < limit) {
    const slot = turn.opened++;
    const locals: Variables = {};
    const item = param(node, 'itemVariable');
    const index = param(node, 'indexVariable');
    if (typeof item === 'string') locals[item] = turn.items[slot] ?? null;
    if (typeof index === 'string') locals[index] = slot;
    openScope(run, turn, {
      part: 'branch',
      address: isGroup ? turn.address : indexed(run, turn, slot),
      body: all[slot] ?? EMPTY,
      slot,
      locals,
      ...(isGroup && node.body ? { among: node.body } : {}),
      ...(param(node, 'merge') === 'SHARED' ? {} : { layer: {} }),
    });
  }
}

/** A branch has ended: the container goes on, completes or fails (R8, R9). */
export function branchEnded(
  run: Run,
  turn: Turn,
  scope: Scope,
  { error = null, breaks = null }: { readonly error?: Failure | null; readonly breaks?: Breaks | null },
): void {
  if (turn.isDecided) return;
  const status = error !== null ? 'failed' : scope.turns.some(wasTried) ? 'succeeded' : 'skipped';
  turn.ends.push({
    slot: scope.slot,
    status,
    value: error === null ? scope.value : null,
    error,
    writes: status === 'succeeded' ? (scope.layer ?? {}) : {},
    breaks,
  });
  const verdict = verdictOf(turn, bodies(turn).length);
  if (verdict === 'open') openMore(run, turn);
  else if (verdict === 'complete') attempting(run, turn, () => complete(run, turn));
  else fail(run, turn, verdict);
}

/** It has begun, or its guard has refused it (R9). */
function wasTried({ attempt, status }: Turn): boolean {
  return attempt > 0 || status === 'succeeded' || status === 'handled' || status === 'failed';
}

/** The k of N_OF(k); FIRST_SUCCESS is N_OF(1). */
function needOf({ node }: Turn): number | null {
  const completion = textParam(node, 'completion', 'ALL');
  if (completion === 'FIRST_SUCCESS') return 1;
  const match = /^N_OF\((\d+)\)$/.exec(completion);
  return match ? Number(match[1]) : null;
}

/** Whether it goes on, completes, or fails with an error (R8, R10). */
function verdictOf(turn: Turn, count: number): 'open' | 'complete' | Failure {
  const { ends } = turn;
  const failure = ends.find(({ error }) => error !== null)?.error ?? null;
  const allEnded = ends.length === count;
  const need = needOf(turn);
  if (need !== null) {
    const successes = ends.filter(({ status }) => status === 'succeeded').length;
    if (successes >= need) return 'complete';
    if (successes + count - ends.length >= need) return 'open';
    return ends.at(-1)?.error ?? UNREACHABLE;
  }
  const completion = textParam(turn.node, 'completion', 'ALL');
  if (completion === 'ALL_SETTLED') return allEnded ? 'complete' : 'open';
  if (completion === 'FIRST_FAILURE') return failure ?? (allEnded ? 'complete' : 'open');
  return allEnded ? (failure ?? 'complete') : 'open';
}

/** The rest is cancelled, or goes on unheard; then what the branches have written is merged (R11, R21). */
function complete(run: Run, turn: Turn): void {
  if (textParam(turn.node, 'rest', 'cancel') !== 'ignore') cancelScopes(run, insideOf(run, turn));
  turn.isDecided = true;
  const merge = textParam(turn.node, 'merge', turn.node.type === 'GROUP' ? 'LAST_WINS' : 'COLLECT');
  const good = turn.ends.filter(({ status }) => status === 'succeeded');
  switch (merge) {
    case 'COLLECT':
      mergedInto(run, turn, collected(turn));
      return;
    case 'PREFIX_BY_ACTIVITY':
      mergedInto(run, turn, prefixed(turn, good));
      return;
    case 'SHARED':
      mergedInto(run, turn, good.at(-1)?.value ?? null);
      return;
    case 'LAST_WINS':
    case 'FIRST_WINS': {
      const inOrder = merge === 'LAST_WINS' ? good : [...good].reverse();
      Object.assign(turn.writes, ...inOrder.map(({ writes }) => writes));
      mergedInto(run, turn, inOrder.at(-1)?.value ?? null);
      return;
    }
    default: {
      const activity = `${scopeOfTurn(run, turn).prefix}${turn.node.id}.merge`;
      call(run, turn, 'merge', { activity, address: `${turn.address}!merge`, input: collected(turn) });
    }
  }
}

/** The object that a merging capability gave: what it names of the plan's variables is written. */
export function mergeCame(run: Run, turn: Turn, value: Value): void {
  if (!isObject(value)) throw new Failed('RESULT_INVALID', 'A merge gives an object.');
  const plan = planOfScope(run, scopeOfTurn(run, turn));
  const known = new Set([
    ...Object.keys(plan?.variables ?? {}),
    ...(plan?.inputs ?? []),
    ...(plan?.outputs ?? []),
  ]);
  const writes = Object.entries(value).filter(([name]) => plan?.isOpen || known.has(name));
  Object.assign(turn.writes, Object.fromEntries(writes));
  mergedInto(run, turn, value);
}

/** When a `break` has ended every branch, the group succeeds and itself breaks with the narrowest request (L7). */
function mergedInto(run: Run, turn: Turn, result: Value): void {
  const requests = turn.ends.map(({ breaks }) => breaks);
  const isAll = turn.node.type === 'GROUP' && requests.length > 0 && requests.length === bodies(turn).length;
  const scope = scopeOfTurn(run, turn);
  if (!isAll || requests.includes(null)) succeed(run, turn, { result });
  else if (succeed(run, turn, { ports: [], result }))
    breakOut(run, scope, requests.includes('plan') ? 'plan' : 'run');
}

function collected(turn: Turn): Value[] {
  return bodies(turn).map((_, slot): Value => {
    const end = turn.ends.find((one) => one.slot === slot);
    if (param(turn.node, 'completion') !== 'ALL_SETTLED')
      return end?.status === 'succeeded' ? end.value : null;
    if (end?.status === 'succeeded') return { status: 'succeeded', value: end.value };
    if (end?.error) return { status: 'failed', error: end.error };
    return { status: 'skipped' };
  });
}

function prefixed(turn: Turn, good: readonly BranchEnd[]): Value {
  const all = bodies(turn);
  const inOrder = [...good].sort((a, b) => a.slot - b.slot);
  return Object.fromEntries(inOrder.map(({ slot, writes }) => [all[slot]?.nodes[0]?.id ?? '', writes]));
}

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
  return { address: indexed(run, turn, slot), body: turn.node.body ?? EMPTY, slot };
}

/** What the end of try, catch or finally means (R12). */
export function partEnded(run: Run, turn: Turn, scope: Scope): void {
  if (scope.part !== 'finally') finish(run, turn, { value: scope.value, error: null });
  else if (!goesOnLeaving(run, turn, null)) settleTry(run, turn);
}

/** An error in try is caught where there is a catch; one in finally wins (R12, L9). */
export function partFailed(run: Run, turn: Turn, scope: Scope, error: Failure): void {
  if (scope.part === 'finally') {
    if (!goesOnLeaving(run, turn, error)) fail(run, turn, error);
    return;
  }
  if (scope.part !== 'try' || turn.node.catch === undefined) {
    finish(run, turn, { value: null, error });
    return;
  }
  const name = param(turn.node, 'errorVariable');
  if (typeof name === 'string') writeInside(run, turn, { [name]: error });
  openPart(run, turn, 'catch');
}

/** Finally runs after success, failure and END, not after cancel (R12). */
function finish(run: Run, turn: Turn, after: NonNullable<Turn['after']>): void {
  turn.after = after;
  if (turn.node.finally) openPart(run, turn, 'finally');
  else settleTry(run, turn);
}

function settleTry(run: Run, turn: Turn): void {
  const { value = null, error = null } = turn.after ?? {};
  if (error) fail(run, turn, error);
  else succeed(run, turn, { result: value });
}
