import { beyondStart, inARow, lowered } from './edges';
import {
  byOrder,
  insideOf,
  isSame,
  namesAround,
  openScopes,
  ownerOf,
  scopeOfTurn,
  scopesIn,
  stepsAround,
} from './find';
import { withdraw } from './outside';
import type { End, Failure, Part, Run, Scope, Status, Turn } from './standing';
import type { Body, PlanNode, Variables } from './types';

export interface Opening {
  readonly part: Part;
  readonly address: string;
  readonly body: Body;
  /** The container's whole body where this is a branch of it: document order goes by that. */
  readonly among?: Body;
  readonly slot?: number;
  readonly isSequence?: boolean;
  readonly locals?: Variables;
  readonly layer?: Variables;
  /** A plan whose instance begins here, with its variables. */
  readonly plan?: string;
  readonly variables?: Variables;
  readonly steps?: Variables;
  readonly prefix?: string;
}

/** A scope opens; its edges are fresh (R1, R3). */
export function openScope(run: Run, owner: Turn | null, opening: Opening): Scope {
  const { part, slot = 0, isSequence = false } = opening;
  const lower = lowered(opening.body);
  const body = isSequence ? { nodes: lower.nodes, edges: inARow(lower.nodes) } : lower;
  const around = owner === null ? null : scopeOfTurn(run, owner);
  const scope: Scope = {
    ...CLOSED,
    id: run.next++,
    part,
    owner: owner === null ? null : { scope: owner.scope, place: owner.place },
    depth: around === null ? 0 : around.depth + 1,
    slot,
    address: opening.address,
    prefix: opening.prefix ?? around?.prefix ?? '',
    plans: [...(around?.plans ?? []), ...(opening.plan === undefined ? [] : [opening.plan])],
    edges: body.edges,
    isSequence,
    turns: [],
    late: [],
    locals: opening.locals ?? {},
    layer: opening.layer ?? null,
    variables: opening.variables ?? null,
    steps: opening.steps ?? null,
    inherits: part === 'dynamic' ? inheritedFrom(owner) : null,
    isOpen: true,
  };
  run.scopes[scope.id] = scope;
  owner?.inside.push(scope.id);
  const isItem = part === 'branch' && owner?.node.type !== 'GROUP';
  const order = [...(owner?.order ?? []), ...(isItem ? [slot] : [])];
  const among = opening.among === undefined ? body : lowered(opening.among);
  const lost = isSequence ? new Set<string>() : beyondStart(body);
  for (const node of body.nodes) {
    const at = among.nodes.findIndex(({ id }) => id === node.id);
    const turn = freshTurn(node, scope, [...order, at]);
    if (lost.has(node.id)) turn.status = 'skipped';
    scope.turns.push(turn);
  }
  return scope;
}

/** Leaves of a dynamic plan inherit timeout and retry from their executor (L4, L9). */
function inheritedFrom(owner: Turn | null): Scope['inherits'] {
  const { retry, timeoutMs } = owner?.node ?? {};
  return { ...(retry === undefined ? {} : { retry }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

const CLOSED = {
  from: null,
  isLate: false,
  value: null,
  isOpen: false,
  isFrozen: false,
  restSince: null,
  leaving: null,
} as const;

export function freshTurn(node: PlanNode, scope: Scope, order: readonly number[]): Turn {
  return {
    node,
    scope: scope.id,
    place: scope.turns.length,
    order,
    status: 'pending',
    ports: [],
    attempt: 0,
    admitted: 0,
    address: '',
    inside: [],
    ends: [],
    opened: 0,
    items: [],
    isDecided: false,
    writes: {},
    after: null,
    proposed: null,
    awaits: null,
  };
}

/**
 * A node goes on in the background: in a scope of its own, which the run owns (L2). There it sees the layers around it as
 * they were; what it writes stays in a layer that nobody reads.
 */
export function sendAway(run: Run, turn: Turn): Turn {
  const scope = scopeOfTurn(run, turn);
  const isOfRun = scope.plans.length === 1;
  const away: Scope = {
    ...scope,
    ...CLOSED,
    id: run.next++,
    part: 'away',
    from: scope.id,
    owner: null,
    edges: scope.edges.filter(({ from, port }) => from === turn.node.id && port !== 'error'),
    turns: [],
    late: [],
    locals: namesAround(run, scope),
    layer: {},
    variables: isOfRun ? null : { ...variablesAround(run, scope) },
    steps: stepsAround(run, scope),
    isOpen: true,
  };
  const runner: Turn = { ...turn, scope: away.id, place: 0, inside: [], ends: [] };
  away.turns.push(runner);
  run.scopes[away.id] = away;
  run.away.push(away.id);
  for (const lock of run.locks)
    if (lock.holder !== null && isSame(lock.holder, turn)) lock.holder = { scope: away.id, place: 0 };
  turn.status = 'succeeded';
  turn.ports = ['out'];
  turn.attempt = 1;
  return runner;
}

function variablesAround(run: Run, scope: Scope): Variables {
  if (scope.variables !== null) return scope.variables;
  const owner = ownerOf(run, scope);
  return owner === null ? {} : variablesAround(run, scopeOfTurn(run, owner));
}

/** Everything active in these scopes is cancelled in one step, deepest first, then document order (R17). */
export function cancelScopes(run: Run, outermost: readonly Scope[]): void {
  // What goes on in the background ends with the run (L2).
  const isRun = outermost.some(({ id }) => id === run.root);
  const scopes = isRun ? openScopes(run) : outermost.flatMap((scope) => scopesIn(run, scope));
  cancelTurns(
    run,
    scopes.flatMap(({ turns }) => turns).filter(({ status }) => status === 'active'),
  );
  for (const scope of scopes) close(run, scope);
}

/** These nodes with all inside them (R16). */
export function cancelTurns(run: Run, turns: readonly Turn[]): void {
  const inner = turns.flatMap((turn) => insideOf(run, turn)).flatMap((scope) => scopesIn(run, scope));
  const active = inner.flatMap((scope) => scope.turns).filter(({ status }) => status === 'active');
  const victims = [...new Set([...turns, ...active])];
  const depthOf = (turn: Turn): number => scopeOfTurn(run, turn).depth;
  victims.sort((a, b) => depthOf(b) - depthOf(a) || byOrder(a, b));
  for (const turn of victims) leave(run, turn, 'cancelled', []);
  for (const scope of inner) close(run, scope);
}

export function close(run: Run, scope: Scope): void {
  scope.isOpen = false;
  const owner = ownerOf(run, scope);
  if (owner !== null) owner.inside = owner.inside.filter((id) => id !== scope.id);
  run.away = run.away.filter((id) => id !== scope.id);
  if (scope.id !== run.root) delete run.scopes[scope.id];
}

/** A node has settled: what it had out is withdrawn, its mutex is free. */
export function leave(run: Run, turn: Turn, status: Status, ports: readonly string[]): void {
  turn.status = status;
  turn.ports = ports;
  withdraw(run, turn);
  for (const lock of run.locks) if (lock.holder !== null && isSame(lock.holder, turn)) lock.holder = null;
}

/** Branches that are still open when their container has completed go on unheard, in the scope around it (R11). */
export function letGo(run: Run, turn: Turn): void {
  const around = scopeOfTurn(run, turn);
  for (const scope of insideOf(run, turn)) {
    scope.isLate = true;
    around.late.push(scope.id);
  }
  turn.inside = [];
}

/** A scope has come to rest, or its END was reached: its container goes on with its value (R14, R15). */
export function endScope(run: Run, scope: Scope, end: End = {}): void {
  if (end.result !== undefined) scope.value = end.result;
  const owner = ownerOf(run, scope);
  cancelScopes(run, [scope]);
  if (!isUnheard(run, scope)) run.after.ended(run, owner, scope, end);
}

/** A node of it failed and nothing handled it (R8). */
export function failScope(run: Run, scope: Scope, error: Failure): void {
  const owner = ownerOf(run, scope);
  cancelScopes(run, [scope]);
  if (!isUnheard(run, scope)) run.after.failed(run, owner, scope, error);
}

/** What becomes of a late branch, or of what was sent away, goes nowhere (R11, L2). */
function isUnheard(run: Run, scope: Scope): boolean {
  for (const around of scope.isLate ? Object.values(run.scopes) : [])
    around.late = around.late.filter((id) => id !== scope.id);
  return scope.isLate || scope.from !== null;
}
