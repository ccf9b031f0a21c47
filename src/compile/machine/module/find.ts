import type { Place, Run, Scope, Turn } from './standing';
import type { Plan, PlanNode, Value, Variables } from './types';

/** All open scopes below one, itself first; branches that go on late come after what is inside. */
export function scopesIn(run: Run, scope: Scope): Scope[] {
  if (!scope.isOpen) return [];
  const inner = [...scope.turns.flatMap(({ inside }) => inside), ...scope.late];
  return [scope, ...inner.flatMap((id) => scopeOf(run, id)).flatMap((one) => scopesIn(run, one))];
}

export function openScopes(run: Run): Scope[] {
  return [run.root, ...run.away].flatMap((id) => scopeOf(run, id)).flatMap((scope) => scopesIn(run, scope));
}

export function scopeOf(run: Run, id: number): Scope[] {
  const scope = run.scopes[id];
  return scope === undefined ? [] : [scope];
}

/** The open scopes of a container. */
export function insideOf(run: Run, turn: Turn): Scope[] {
  return turn.inside.flatMap((id) => scopeOf(run, id));
}

export function scopeOfTurn(run: Run, turn: Place): Scope {
  const scope = run.scopes[turn.scope];
  if (scope === undefined) throw new Error('A node without its scope.');
  return scope;
}

export function turnAt(run: Run, { scope, place }: Place): Turn | null {
  return run.scopes[scope]?.turns[place] ?? null;
}

export function isSame(one: Place, other: Place): boolean {
  return one.scope === other.scope && one.place === other.place;
}

/** The container that a scope lies in. */
export function ownerOf(run: Run, scope: Scope): Turn | null {
  return scope.owner === null ? null : turnAt(run, scope.owner);
}

export function byOrder(one: Turn, other: Turn): number {
  for (const [index, place] of one.order.entries()) {
    const difference = place - (other.order[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.order.length - other.order.length;
}

/** Not settled yet; what an END is closing starts no more, and can be cancelled no more. */
export function isUnsettled(run: Run, turn: Turn): boolean {
  return turn.status === 'active' || (turn.status === 'pending' && !scopeOfTurn(run, turn).isFrozen);
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

export function listParam(node: PlanNode, name: string): readonly Value[] {
  const value = param(node, name);
  return Array.isArray(value) ? value : [];
}

export function isObject(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The plan whose variables a scope reads. */
export function planOfScope(run: Run, scope: Scope): Plan | undefined {
  const id = scope.plans.at(-1);
  return run.given.subPlans.find((plan) => plan.id === id);
}

/** All variables as a node sees them: of its plan, then what the layers around it have written, then local names. */
export function seenFrom(run: Run, scope: Scope): Variables {
  const { variables } = scope;
  const owner = variables === null ? ownerOf(run, scope) : null;
  const around = owner === null ? ofPlan(run, scope) : seenFrom(run, scopeOfTurn(run, owner));
  const tried = owner === null ? {} : owner.writes;
  return { ...around, ...tried, ...scope.layer, ...scope.locals };
}

/** An output that nobody has assigned reads null. */
function ofPlan(run: Run, scope: Scope): Variables {
  const unassigned = (planOfScope(run, scope)?.outputs ?? []).map((id) => [id, null] as const);
  const values = scope.variables ?? run.scopes[run.root]?.variables ?? {};
  return { ...Object.fromEntries(unassigned), ...values };
}

/** Names of layers, items and rounds around a scope, without what its plan holds. */
export function namesAround(run: Run, scope: Scope): Variables {
  const owner = scope.variables === null ? ownerOf(run, scope) : null;
  const around = owner === null ? {} : { ...namesAround(run, scopeOfTurn(run, owner)), ...owner.writes };
  return { ...around, ...scope.layer, ...scope.locals };
}

/** Results of the dynamic plan around a scope. */
export function stepsAround(run: Run, scope: Scope): Variables | null {
  if (scope.steps !== null || scope.variables !== null) return scope.steps;
  const owner = ownerOf(run, scope);
  return owner === null ? null : stepsAround(run, scopeOfTurn(run, owner));
}

/** Writes into the nearest layer, or into the plan's variables. */
export function write(run: Run, scope: Scope, values: Variables): void {
  const target = scope.layer ?? scope.variables;
  const owner = target === null ? ownerOf(run, scope) : null;
  if (target !== null) Object.assign(target, values);
  else if (owner !== null) writeInside(run, owner, values);
}

/** Writes what a container gives to its scopes: an attempt that may fail as a whole keeps it to itself. */
export function writeInside(run: Run, turn: Turn, values: Variables): void {
  if (turn.node.retry === undefined) write(run, scopeOfTurn(run, turn), values);
  else Object.assign(turn.writes, values);
}

const CONTAINERS = new Set(['GROUP', 'ITERATOR', 'LOOP', 'RETRY', 'TRY_CATCH', 'SUB_PLAN', 'PLAN_EXECUTOR']);

/** A leaf's address has its attempt, a container's from the second on. */
export function addressOf(run: Run, turn: Turn): string {
  const base = baseAddress(run, turn);
  return CONTAINERS.has(turn.node.type) ? withLaterAttempt(turn, base) : `${base}#${turn.attempt}`;
}

/** What a node is called whose first attempt has not begun. */
export function firstAddress(run: Run, turn: Turn): string {
  return addressOf(run, { ...turn, attempt: 1 });
}

export function baseAddress(run: Run, turn: Turn): string {
  return `${scopeOfTurn(run, turn).address}/${plainId(turn.node)}`;
}

/** Both halves of an inline PLANNER are one node. */
export function plainId({ id }: PlanNode): string {
  return id.replace('@1', '');
}

export function isLaterHalf({ id }: PlanNode): boolean {
  return id.endsWith('@1');
}

export function withLaterAttempt({ attempt }: Turn, address: string): string {
  return attempt > 1 ? `${address}#${attempt}` : address;
}

/** Of a round or an item: its index stands before the attempt. */
export function indexed(run: Run, turn: Turn, index: number): string {
  return withLaterAttempt(turn, `${baseAddress(run, turn)}[${index}]`);
}

export function partOf(run: Run, turn: Turn, part: 'try' | 'catch' | 'finally'): string {
  return withLaterAttempt(turn, `${baseAddress(run, turn)}.${part}`);
}
