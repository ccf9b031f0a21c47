import {
  beyondStart,
  byOrder,
  EMPTY,
  inARow,
  insideOf,
  isSame,
  lowered,
  namesAround,
  openScopes,
  ownerOf,
  partOf,
  scopeOfTurn,
  scopesIn,
  stepsAround,
  turnAt,
} from './find';
import { withdraw } from './outside';
import type {
  Body,
  Breaks,
  End,
  Failure,
  Part,
  Place,
  PlanNode,
  Run,
  Scope,
  Status,
  Turn,
  Value,
  Variables,
} from './standing';

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

/**
 * END with `ends` plan or run: everything in what it ends is cancelled but the containers around the END, which are then
 * closed from inside out, each TRY_CATCH after its finally (R12, R15).
 */
export function leaveTo(run: Run, from: Scope, ends: string, result: Value | undefined): void {
  leaveUpTo(run, from, { result, breaks: null }, (scope) => isPlanOf(scope, ends));
}

/** As that END would do, but the first branch of an ASYNC GROUP on the way out only ends itself (L7). */
export function breakOut(run: Run, from: Scope, breaks: Breaks): void {
  if (breaks === 'scope') endScope(run, from);
  else
    leaveUpTo(
      run,
      from,
      { result: undefined, breaks },
      (scope) => isPlanOf(scope, breaks) || isBranchOfGroup(run, scope),
    );
}

function isPlanOf({ part }: Scope, ends: string): boolean {
  return ends === 'plan' && (part === 'plan' || part === 'dynamic');
}

function isBranchOfGroup(run: Run, scope: Scope): boolean {
  return scope.part === 'branch' && ownerOf(run, scope)?.node.type === 'GROUP';
}

function leaveUpTo(
  run: Run,
  from: Scope,
  { result, breaks }: { readonly result: Value | undefined; readonly breaks: Breaks | null },
  isTarget: (scope: Scope) => boolean,
): void {
  const path: (Place & { readonly part: Part })[] = [];
  const around: Turn[] = [];
  let target = from;
  // A late branch, and what the run owns, end only themselves (R11, L2).
  for (
    let owner = ownerOf(run, target);
    owner !== null && !target.isLate && !isTarget(target);
    owner = ownerOf(run, target)
  ) {
    path.push({ scope: owner.scope, place: owner.place, part: target.part });
    around.push(owner);
    target = scopeOfTurn(run, owner);
  }
  const scopes = target.id === run.root ? openScopes(run) : scopesIn(run, target);
  cancelTurns(
    run,
    scopes.flatMap(({ turns }) => turns).filter((turn) => turn.status === 'active' && !around.includes(turn)),
  );
  for (const scope of scopes) scope.isFrozen = true;
  for (const turn of around) withdraw(run, turn);
  target.leaving = { result, error: null, path, breaks: isBranchOfGroup(run, target) ? breaks : null };
  closeNext(run, target);
}

function closeNext(run: Run, target: Scope): void {
  const { leaving } = target;
  if (leaving === null) return;
  const [next] = leaving.path;
  if (next === undefined) {
    target.leaving = null;
    if (leaving.error) failScope(run, target, leaving.error);
    else endScope(run, target, { result: leaving.result, breaks: leaving.breaks });
    return;
  }
  leaving.path.shift();
  const turn = turnAt(run, next);
  const body = turn?.node.finally;
  if (turn !== null && body !== undefined && (next.part === 'try' || next.part === 'catch')) {
    leaving.path.unshift({ ...next, part: 'finally' });
    openPart(run, turn, 'finally');
    return;
  }
  if (turn !== null) {
    for (const scope of insideOf(run, turn)) close(run, scope);
    leave(run, turn, 'cancelled', []);
  }
  closeNext(run, target);
}

/** Opens try, catch or finally. */
export function openPart(run: Run, turn: Turn, part: 'try' | 'catch' | 'finally'): void {
  const address = partOf(run, turn, part);
  openScope(run, turn, { part, address, body: turn.node[part] ?? EMPTY });
}

/** A finally has ended: if it ran on the way out, the next container around it is closed. */
export function goesOnLeaving(run: Run, turn: Turn, error: Failure | null): boolean {
  for (const scope of openScopes(run)) {
    const [next] = scope.leaving?.path ?? [];
    if (scope.leaving === null || next?.scope !== turn.scope || next.place !== turn.place) continue;
    if (error) scope.leaving.error = error;
    closeNext(run, scope);
    return true;
  }
  return false;
}

/** Containers that an END was on its way out through have been cancelled; it goes on without their finally (R16). */
export function leaveWithoutCancelled(run: Run): void {
  for (const scope of openScopes(run)) {
    const { leaving } = scope;
    const [first] = leaving?.path ?? [];
    if (leaving === null || first === undefined) continue;
    leaving.path = leaving.path.filter((place) => turnAt(run, place)?.status === 'active');
    if (leaving.path[0] !== first) closeNext(run, scope);
  }
}
