import type { Json, JsonObject } from '#base';
import { baseAddress } from './addresses';
import { chained, lowered, unreachable } from './edges';
import type { Breaks, PlainBody } from './language';
import {
  byOrder,
  depthOf,
  type Failure,
  type Layer,
  type Part,
  type PlanInstance,
  type Run,
  type Scope,
  say,
  scopesIn,
  type Turn,
} from './state';

export interface Opening {
  readonly part: Part;
  readonly address: string;
  readonly body: PlainBody;
  /** The container's whole body where this is a branch of it: document order goes by that. */
  readonly among?: PlainBody;
  readonly slot?: number;
  readonly isSequence?: boolean;
  readonly locals?: JsonObject;
  readonly layer?: Layer;
  readonly plan?: PlanInstance;
  readonly steps?: Record<string, Json>;
}

/** R1, R3: a scope opens; its edges are fresh. */
export function openScope(run: Run, owner: Turn | null, opening: Opening): Scope {
  const { part, address, slot = 0, isSequence = false, locals = {} } = opening;
  const lower = lowered(opening.body);
  const body = isSequence ? { ...lower, edges: chained(lower.nodes) } : lower;
  const scope: Scope = {
    part,
    address,
    owner,
    slot,
    edges: body.edges,
    isSequence,
    turns: [],
    locals,
    layer: opening.layer ?? null,
    plan: opening.plan ?? null,
    steps: opening.steps ?? null,
    value: null,
    isOpen: true,
    isLate: false,
    isFrozen: false,
    leaving: null,
    background: [],
    restSince: null,
  };
  const order = [
    ...(owner?.order ?? []),
    ...(part === 'branch' && owner?.node.type !== 'GROUP' ? [slot] : []),
  ];
  const among = opening.among ? lowered(opening.among) : body;
  const lost = isSequence ? [] : unreachable(body);
  for (const node of body.nodes) {
    if (node.type === 'NOTE') continue;
    const place = among.nodes.findIndex(({ id }) => id === node.id);
    const turn = freshTurn(scope, node, [...order, place]);
    scope.turns.push(turn);
    if (lost.includes(node)) skip(run, turn);
  }
  if (owner === null) run.root = scope;
  else owner.inside.push(scope);
  return scope;
}

export function skip(run: Run, turn: Turn): void {
  turn.status = 'skipped';
  if (!isLaterHalf(turn)) say(run, `skip ${baseAddress(turn)}`);
}

/** What becomes of the PLANNER says it for both halves of an inline one. */
function isLaterHalf({ node }: Turn): boolean {
  return node.id.endsWith('@1');
}

function freshTurn(scope: Scope, node: Turn['node'], order: readonly number[]): Turn {
  return {
    node,
    scope,
    order,
    status: 'pending',
    ports: [],
    attempt: 0,
    address: '',
    inside: [],
    ends: [],
    opened: 0,
    isDecided: false,
    items: [],
    layer: null,
    after: null,
    asked: null,
    inBackground: false,
    awaits: null,
  };
}

/** R17: everything active in these scopes is cancelled in one step, deepest first, then document order. */
export function cancelScopes(run: Run, outermost: readonly Scope[]): void {
  const isRun = outermost.some((scope) => scope === run.root);
  const scopes = [...outermost, ...(isRun ? run.late : [])].flatMap(scopesIn);
  // L2: what goes on in the background ends with the run.
  const turns = [...scopes.flatMap((scope) => scope.turns), ...(isRun ? run.background : [])];
  cancelTurns(
    run,
    turns.filter(({ status }) => status === 'active'),
  );
  if (isRun) run.late = [];
  for (const scope of scopes) close(scope);
}

/** R16, R17: these nodes with all inside them. Those that never started have no entry (R18) unless they are named. */
export function cancelTurns(run: Run, turns: readonly Turn[]): void {
  const inner = turns.flatMap(({ inside }) => inside.flatMap(scopesIn));
  const active = inner.flatMap((scope) => scope.turns).filter(({ status }) => status === 'active');
  const victims = [...new Set([...turns, ...active])];
  victims.sort((a, b) => depthOf(b.scope) - depthOf(a.scope) || byOrder(a, b));
  for (const turn of victims) {
    if (turn.address !== '' || !isLaterHalf(turn)) say(run, `cancel ${turn.address || baseAddress(turn)}`);
    leave(run, turn, 'cancelled', []);
  }
  for (const scope of inner) close(scope);
}

function close(scope: Scope): void {
  scope.isOpen = false;
  if (scope.owner) scope.owner.inside = scope.owner.inside.filter((other) => other !== scope);
}

/** A node has settled: what it had out is withdrawn, its mutex is free. */
export function leave(run: Run, turn: Turn, status: Turn['status'], ports: readonly string[]): void {
  turn.status = status;
  turn.ports = ports;
  withdraw(run, turn);
  for (const mutex of Object.values(run.mutexes)) {
    if (mutex.holder === turn) mutex.holder = null;
  }
}

/** Whatever of an attempt is still out. */
export function withdraw(run: Run, turn: Turn): void {
  run.agenda = run.agenda.filter((due) => due.turn !== turn);
  run.overdue = run.overdue.filter((due) => due.turn !== turn);
  run.held = run.held.filter((held) => held.turn !== turn);
}

/**
 * R14, R15: a scope has come to rest, or its END was reached; its container goes on with its value (R21).
 *
 * @param breaks what the `break` asked for that ended it, where it is a branch that ends only itself (L7)
 */
export function endScope(run: Run, scope: Scope, ended?: Json, breaks: Breaks | null = null): void {
  if (ended !== undefined) scope.value = ended;
  cancelScopes(run, [scope]);
  const { owner } = scope;
  if (dropLate(run, scope)) return;
  if (owner === null) run.top.ended(run, scope, ended);
  else run.types[owner.node.type]?.ended?.(run, owner, scope, ended, breaks);
}

/** R8: a node of it failed and nothing handled it. */
export function failScope(run: Run, scope: Scope, error: Failure): void {
  cancelScopes(run, [scope]);
  if (dropLate(run, scope)) return;
  const { owner } = scope;
  if (owner === null) run.top.failed(run, error);
  else run.types[owner.node.type]?.failed?.(run, owner, scope, error);
}

/** R11: results of a late branch are not merged, its failures go nowhere. */
function dropLate(run: Run, scope: Scope): boolean {
  if (!scope.isLate) return false;
  const home = lateHome(run, scope);
  home.splice(home.indexOf(scope), 1);
  return true;
}

/** R11: a late branch belongs to the scope around its container; of a `background` container to the run. */
function lateHome(run: Run, { owner }: Scope): Scope[] {
  return owner === null || owner.inBackground ? run.late : owner.scope.background;
}

/** R11: these branches go on in the background, unheard. */
export function letGo(run: Run, scopes: readonly Scope[]): void {
  for (const scope of [...scopes]) {
    scope.isLate = true;
    lateHome(run, scope).push(scope);
    if (scope.owner) scope.owner.inside = scope.owner.inside.filter((other) => other !== scope);
  }
}
