import type { PlanNode, Run, Scope, Turn, Value, Variables } from './types';

/** All open scopes below one, itself first. */
export function scopesIn(run: Run, scope: Scope): Scope[] {
  if (!scope.isOpen) return [];
  const inner = scope.turns.flatMap((turn) => turn.inside.flatMap((id) => scopeOf(run, id)));
  return [scope, ...inner.flatMap((one) => scopesIn(run, one))];
}

export function openScopes(run: Run): Scope[] {
  return scopeOf(run, 0).flatMap((root) => scopesIn(run, root));
}

export function scopeOf(run: Run, id: number): Scope[] {
  const scope = run.scopes[id];
  return scope === undefined ? [] : [scope];
}

export function scopeOfTurn(run: Run, turn: Turn): Scope {
  const scope = run.scopes[turn.scope];
  if (scope === undefined) throw new Error('A node without its scope.');
  return scope;
}

/** The container that a scope lies in. */
export function ownerOf(run: Run, scope: Scope): Turn | null {
  if (scope.owner === null) return null;
  return run.scopes[scope.owner.scope]?.turns[scope.owner.place] ?? null;
}

export function depthOf(run: Run, scope: Scope): number {
  const owner = ownerOf(run, scope);
  return owner === null ? 0 : 1 + depthOf(run, scopeOfTurn(run, owner));
}

export function byOrder(one: Turn, other: Turn): number {
  for (const [index, place] of one.order.entries()) {
    const difference = place - (other.order[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.order.length - other.order.length;
}

/** A parameter of a node that is structure. */
export function param(node: PlanNode, name: string): Value | undefined {
  return node.params?.[name];
}

export function textParam(node: PlanNode, name: string, otherwise: string): string {
  const value = param(node, name);
  return typeof value === 'string' ? value : otherwise;
}

export function numberParam(node: PlanNode, name: string, otherwise: number): number {
  const value = param(node, name);
  return typeof value === 'number' ? value : otherwise;
}

/** All variables as a node sees them: of its plan, then what the layers around it have written, then local names. */
export function seenFrom(run: Run, scope: Scope): Variables {
  const owner = scope.variables === null ? ownerOf(run, scope) : null;
  const around = owner === null ? (scope.variables ?? {}) : seenFrom(run, scopeOfTurn(run, owner));
  const tried = owner === null ? {} : owner.writes;
  return { ...around, ...tried, ...scope.layer, ...scope.locals };
}

/** Writes into the nearest layer, or into the plan's variables. */
export function write(run: Run, scope: Scope, values: Variables): void {
  const target = scope.layer ?? scope.variables;
  if (target !== null) {
    Object.assign(target, values);
    return;
  }
  const owner = ownerOf(run, scope);
  if (owner === null) return;
  if (owner.node.retry !== undefined) Object.assign(owner.writes, values);
  else write(run, scopeOfTurn(run, owner), values);
}

const CONTAINERS = new Set(['GROUP', 'ITERATOR', 'LOOP', 'RETRY', 'TRY_CATCH', 'SUB_PLAN', 'PLAN_EXECUTOR']);

/** A leaf's address has its attempt, a container's from the second on. */
export function addressOf(run: Run, turn: Turn): string {
  const base = baseAddress(run, turn);
  return CONTAINERS.has(turn.node.type) ? withLaterAttempt(turn, base) : `${base}#${turn.attempt}`;
}

export function baseAddress(run: Run, turn: Turn): string {
  return `${scopeOfTurn(run, turn).address}/${turn.node.id.replace('@1', '')}`;
}

export function withLaterAttempt({ attempt }: Turn, address: string): string {
  return attempt > 1 ? `${address}#${attempt}` : address;
}
