import { chained, lowered, unreachable } from './edges';
import { byOrder, depthOf, openScopes, ownerOf, scopeOf, scopeOfTurn, scopesIn } from './find';
import type { Body, Failure, Part, PlanNode, Run, Scope, Status, Turn, Value, Variables } from './types';

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
  readonly variables?: Variables;
  readonly prefix?: string;
}

/** A scope opens; its edges are fresh (R1, R3). */
export function openScope(run: Run, owner: Turn | null, opening: Opening): void {
  const { part, slot = 0, isSequence = false } = opening;
  const lower = lowered(opening.body);
  const body = isSequence ? { nodes: lower.nodes, edges: chained(lower.nodes) } : lower;
  const id = run.next++;
  const around = owner === null ? '' : scopeOfTurn(run, owner).prefix;
  const scope: Scope = {
    id,
    part,
    owner: owner === null ? null : { scope: owner.scope, place: owner.place },
    slot,
    address: opening.address,
    prefix: opening.prefix ?? around,
    edges: body.edges,
    isSequence,
    turns: [],
    locals: opening.locals ?? {},
    layer: opening.layer ?? null,
    variables: opening.variables ?? null,
    value: null,
    isOpen: true,
    isFrozen: false,
    restSince: null,
    leaving: null,
  };
  const isItem = part === 'branch' && owner?.node.type !== 'GROUP';
  const order = [...(owner?.order ?? []), ...(isItem ? [slot] : [])];
  const among = opening.among === undefined ? body : lowered(opening.among);
  const lost = isSequence ? new Set<string>() : unreachable(body);
  body.nodes.forEach((node, place) => {
    const at = among.nodes.findIndex((other) => other.id === node.id);
    const turn = freshTurn(node, id, place, [...order, at]);
    if (lost.has(node.id)) turn.status = 'skipped';
    scope.turns.push(turn);
  });
  run.scopes[id] = scope;
  owner?.inside.push(id);
}

function freshTurn(node: PlanNode, scope: number, place: number, order: readonly number[]): Turn {
  return {
    node,
    scope,
    place,
    order,
    status: 'pending',
    ports: [],
    attempt: 0,
    address: '',
    inside: [],
    ends: [],
    opened: 0,
    items: [],
    verdict: null,
    writes: {},
    after: null,
  };
}

/** Everything active in these scopes is cancelled in one step, deepest first, then document order (R17). */
export function cancelScopes(run: Run, outermost: readonly Scope[]): void {
  const scopes = outermost.flatMap((scope) => scopesIn(run, scope));
  cancelTurns(
    run,
    scopes.flatMap(({ turns }) => turns).filter(({ status }) => status === 'active'),
  );
  for (const scope of scopes) close(run, scope);
}

/** These nodes with all inside them (R16). */
export function cancelTurns(run: Run, turns: readonly Turn[]): void {
  const inner = turns
    .flatMap(({ inside }) => inside.flatMap((id) => scopeOf(run, id)))
    .flatMap((scope) => scopesIn(run, scope));
  const active = inner.flatMap((scope) => scope.turns).filter(({ status }) => status === 'active');
  const victims = [...new Set([...turns, ...active])];
  const depth = (turn: Turn): number => depthOf(run, scopeOfTurn(run, turn));
  victims.sort((a, b) => depth(b) - depth(a) || byOrder(a, b));
  for (const turn of victims) leave(run, turn, 'cancelled', []);
  for (const scope of inner) close(run, scope);
}

export function close(run: Run, scope: Scope): void {
  scope.isOpen = false;
  const owner = ownerOf(run, scope);
  if (owner !== null) owner.inside = owner.inside.filter((id) => id !== scope.id);
  if (scope.id !== 0) delete run.scopes[scope.id];
}

/** A node has settled: what it had out is withdrawn. */
export function leave(run: Run, turn: Turn, status: Status, ports: readonly string[]): void {
  turn.status = status;
  turn.ports = ports;
  turn.verdict = null;
  withdraw(run, turn);
}

export function withdraw(run: Run, turn: Turn): void {
  if (turn.address !== '') run.effects.push({ kind: 'withdraw', address: turn.address });
}

/** A scope has come to rest, or its END was reached: its container goes on with its value (R14, R15). */
export function endScope(run: Run, scope: Scope, result?: Value): void {
  if (result !== undefined) scope.value = result;
  const owner = ownerOf(run, scope);
  cancelScopes(run, [scope]);
  run.after.ended(run, owner, scope, result);
}

/** A node of it failed and nothing handled it (R8). */
export function failScope(run: Run, scope: Scope, error: Failure): void {
  const owner = ownerOf(run, scope);
  cancelScopes(run, [scope]);
  run.after.failed(run, owner, scope, error);
}

/**
 * END with `ends` plan or run: everything in what it ends is cancelled but the containers around the END, which are then
 * closed from inside out, each TRY_CATCH after its finally (R12, R15).
 */
export function leaveTo(run: Run, from: Scope, ends: string, result: Value | undefined): void {
  const path: { scope: number; place: number; part: Part }[] = [];
  let target = from;
  for (
    let owner = ownerOf(run, target);
    owner !== null && !isEnd(target, ends);
    owner = ownerOf(run, target)
  ) {
    path.push({ scope: owner.scope, place: owner.place, part: target.part });
    target = scopeOfTurn(run, owner);
  }
  const around = path.map(({ scope, place }) => `${scope}.${place}`);
  const scopes = scopesIn(run, target);
  const turns = scopes.flatMap((scope) => scope.turns);
  cancelTurns(
    run,
    turns.filter((turn) => turn.status === 'active' && !around.includes(`${turn.scope}.${turn.place}`)),
  );
  for (const scope of openScopes(run)) if (scopes.includes(scope)) scope.isFrozen = true;
  target.leaving = { result, error: null, path };
  closeNext(run, target);
}

function isEnd(scope: Scope, ends: string): boolean {
  return ends === 'plan' && (scope.part === 'plan' || scope.part === 'dynamic');
}

function closeNext(run: Run, target: Scope): void {
  const { leaving } = target;
  if (leaving === null) return;
  const [next] = leaving.path;
  if (next === undefined) {
    target.leaving = null;
    if (leaving.error) failScope(run, target, leaving.error);
    else endScope(run, target, leaving.result);
    return;
  }
  const turn = run.scopes[next.scope]?.turns[next.place];
  leaving.path.shift();
  if (turn === undefined) {
    closeNext(run, target);
    return;
  }
  const body = turn.node.finally;
  if (body !== undefined && (next.part === 'try' || next.part === 'catch')) {
    leaving.path.unshift({ ...next, part: 'finally' });
    withdraw(run, turn);
    openScope(run, turn, { part: 'finally', address: `${turn.address}.finally`, body });
    return;
  }
  for (const id of [...turn.inside]) for (const scope of scopeOf(run, id)) close(run, scope);
  leave(run, turn, 'cancelled', []);
  closeNext(run, target);
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
