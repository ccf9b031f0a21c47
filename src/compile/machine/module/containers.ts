import { complete, needOf, verdictOf } from './branches';
import { branchesOf } from './edges';
import { numberParam, ownerOf, param, scopeOfTurn, seenFrom, textParam, write } from './find';
import { indexed, nextRound, openRound, retryRound, roundEnded } from './rounds';
import { goesOnLeaving, openScope } from './scopes';
import {
  attempting,
  begin,
  call,
  evaluated,
  Failed,
  fail,
  isObject,
  planOutputs,
  startTimeout,
  succeed,
} from './settle';
import { finish, openPart, settleTry } from './tryCatch';
import type { Body, Failure, Run, Scope, Turn, Value, Variables } from './types';

const EMPTY: Body = { nodes: [], edges: [] };

/** Starts a container; false where the node is none. */
export function beginContainer(run: Run, turn: Turn): boolean {
  const opens = OPENS[turn.node.type];
  if (opens === undefined) return false;
  begin(run, turn);
  if (turn.node.type !== 'PLAN_EXECUTOR') startTimeout(run, turn);
  turn.ends = [];
  turn.opened = 0;
  turn.after = null;
  opens(run, turn);
  return true;
}

const OPENS: { readonly [type: string]: ((run: Run, turn: Turn) => void) | undefined } = {
  GROUP(run, turn) {
    const body = turn.node.body ?? EMPTY;
    if (param(turn.node, 'mode') === 'ASYNC') openFirst(run, turn);
    else openScope(run, turn, { part: 'body', address: turn.address, body, isSequence: true });
  },
  ITERATOR(run, turn) {
    const items = evaluated(run, turn, 'items');
    if (!Array.isArray(items)) throw new Failed('EXPRESSION_ERROR', 'The items are no list.');
    turn.items = items;
    openFirst(run, turn);
  },
  LOOP: (run, turn) => nextRound(run, turn, null),
  RETRY: openRound,
  TRY_CATCH: (run, turn) => openPart(run, turn, 'try'),
  SUB_PLAN(run, turn) {
    const id = textParam(turn.node, 'plan', '');
    const plan = run.given.subPlans.find((other) => other.id === id);
    if (plan === undefined) throw new Failed('PLAN_UNKNOWN', 'There is no such plan.');
    if (instancesAround(run, scopeOfTurn(run, turn), id) >= numberParam(turn.node, 'maxDepth', Infinity))
      throw new Failed('DEPTH_LIMIT', 'Too deep.');
    const input = evaluated(run, turn, 'input');
    const variables = { ...plan.variables, ...(isObject(input) ? input : {}) };
    openScope(run, turn, { part: 'plan', address: turn.address, body: plan, variables, prefix: `${id}/` });
  },
  PLAN_EXECUTOR(run, turn) {
    if (param(turn.node, 'approve') === 'always' && planOf(run, turn) !== null) call(run, turn, '.approve');
    else openPlan(run, turn);
  },
};

/** How many instances of a plan are nested here, the outermost included (L9). */
function instancesAround(run: Run, scope: Scope, plan: string): number {
  const isRoot = scope.owner === null && run.given.subPlans[0]?.id === plan;
  const here = scope.part === 'plan' && (isRoot || scope.prefix === `${plan}/`) ? 1 : 0;
  const owner = ownerOf(run, scope);
  return owner === null ? here : here + instancesAround(run, scopeOfTurn(run, owner), plan);
}

function planOf(run: Run, turn: Turn): Body | null {
  const scope = scopeOfTurn(run, turn);
  const plan = run.given.plans[`${scope.prefix}${turn.node.id.replace('@1', '')}`];
  if (plan === undefined) return null;
  try {
    return plan(seenFrom(run, scope));
  } catch (cause) {
    throw new Failed('PLAN_REFUSED', cause instanceof Error ? cause.message : String(cause));
  }
}

function openPlan(run: Run, turn: Turn): void {
  const body = planOf(run, turn);
  if (body === null) {
    succeed(run, turn, { result: null });
    return;
  }
  const prefix = `${scopeOfTurn(run, turn).prefix}${turn.node.id.replace('@1', '')}/`;
  openScope(run, turn, { part: 'dynamic', address: `${turn.address}@1`, body, prefix });
}

/** A person approves the plan that is about to run, or rejects it. */
export function approved(run: Run, turn: Turn, value: Value): void {
  const decision = isObject(value) ? value.decision : null;
  if (decision === 'approve') openPlan(run, turn);
  else fail(run, turn, { code: 'REJECTED', message: 'A person said no.' }, true);
}

function bodies(turn: Turn): Body[] {
  const body = turn.node.body ?? EMPTY;
  return turn.node.type === 'GROUP' ? branchesOf(body) : turn.items.map(() => body);
}

/** With no branches, or too few, it is decided without starting one (R8, R10). */
function openFirst(run: Run, turn: Turn): void {
  const count = bodies(turn).length;
  const need = needOf(turn);
  if (need !== null && need > count) turn.verdict = 'unreachable';
  else if (count === 0) turn.verdict = 'complete';
  else openMore(run, turn);
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

/** A scope inside a container has ended; `result` is what its END gave. */
export function ended(run: Run, turn: Turn | null, scope: Scope, result: Value | undefined): void {
  if (turn === null) {
    completeRun(run, scope, result);
    return;
  }
  switch (scope.part) {
    case 'branch': {
      const hasStarted = scope.turns.some(({ attempt }) => attempt > 0);
      branchEnded(run, turn, scope, hasStarted ? 'succeeded' : 'skipped', null);
      return;
    }
    case 'round':
      roundEnded(run, turn, scope);
      return;
    case 'try':
    case 'catch':
      finish(run, turn, { value: scope.value, error: null });
      return;
    case 'finally':
      if (!goesOnLeaving(run, turn, null)) settleTry(run, turn);
      return;
    case 'plan': {
      const plan = run.given.subPlans.find(({ id }) => `${id}/` === scope.prefix);
      const outputs = planOutputs(run, scope.variables ?? {}, scope.prefix, plan?.outputs ?? [], result);
      succeed(run, turn, { result: outputs });
      return;
    }
    default:
      succeed(run, turn, { result: scope.value });
  }
}

/** A scope inside a container has failed (R8). */
export function failedInside(run: Run, turn: Turn | null, scope: Scope, error: Failure): void {
  if (turn === null) {
    run.phase = 'failed';
    run.error = error;
  } else if (scope.part === 'branch') branchEnded(run, turn, scope, 'failed', error);
  else if (scope.part === 'round' && turn.node.type === 'RETRY') retryRound(run, turn, error);
  else if (scope.part === 'finally') {
    if (!goesOnLeaving(run, turn, error)) fail(run, turn, error);
  } else if (scope.part === 'try' && turn.node.catch !== undefined) {
    const name = param(turn.node, 'errorVariable');
    if (typeof name === 'string')
      write(run, scopeOfTurn(run, turn), { [name]: { code: error.code, message: error.message } });
    openPart(run, turn, 'catch');
  } else if (scope.part === 'try' || scope.part === 'catch') finish(run, turn, { value: null, error });
  else fail(run, turn, error);
}

function completeRun(run: Run, scope: Scope, result: Value | undefined): void {
  try {
    run.output = planOutputs(run, scope.variables ?? {}, '', run.outputs, result);
    run.phase = 'completed';
  } catch (cause) {
    run.phase = 'failed';
    run.error = { code: 'EXPRESSION_ERROR', message: cause instanceof Error ? cause.message : String(cause) };
  }
}

function branchEnded(
  run: Run,
  turn: Turn,
  scope: Scope,
  status: 'succeeded' | 'failed' | 'skipped',
  error: Failure | null,
): void {
  const writes = status === 'succeeded' ? (scope.layer ?? {}) : {};
  turn.ends.push({
    slot: scope.slot,
    status,
    value: status === 'failed' ? null : scope.value,
    error,
    writes,
  });
  const verdict = verdictOf(turn, bodies(turn).length);
  if (verdict === 'open') openMore(run, turn);
  else if (verdict === 'complete') attempting(run, turn, () => complete(run, turn, bodies(turn)));
  else fail(run, turn, verdict);
}
