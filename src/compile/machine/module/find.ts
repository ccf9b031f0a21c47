import type { Body, Edge, Place, Plan, PlanNode, Run, Scope, Turn, Value, Variables } from './standing';

export const EMPTY: Body = { nodes: [], edges: [] };

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

/**
 * What is in store for a node that has not begun: its turn has come, it waits, it never comes, or it needs more paths than
 * can still arrive. All of a scope are found together, each from what is in store for those before it: whatever never
 * comes makes what follows it never come in the same look (R2, R4, R6).
 */
export type Prospect = 'now' | 'later' | 'never' | 'starved';

/** What every pending node of a scope has in store, by id; nothing where the scope starts nothing any more. */
export function prospects(scope: Scope): ReadonlyMap<string, Prospect> {
  const pending = new Map(
    scope.turns.flatMap((turn) => (turn.status === 'pending' ? [[turn.node.id, turn] as const] : [])),
  );
  if (scope.isFrozen || pending.size === 0) return new Map();
  const settled = new Map(scope.turns.map((turn) => [turn.node.id, turn] as const));
  const arriving = groupedByTarget(scope.edges);
  const found = new Map<string, Prospect>();

  /** What an edge brings: a token, the certainty that none comes, or neither yet. */
  const brings = ({ from, port }: Edge): 'token' | 'nothing' | 'unknown' => {
    if (pending.has(from)) return lookAt(from) === 'never' ? 'nothing' : 'unknown';
    const turn = settled.get(from);
    if (turn?.status === 'active') return 'unknown';
    // In a SYNC GROUP whatever succeeded lets the next child follow, by whichever port it left (R5).
    const isTaken = scope.isSequence ? turn?.status === 'succeeded' : turn?.ports.includes(port);
    return isTaken ? 'token' : 'nothing';
  };
  const lookAt = (id: string): Prospect => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const turn = pending.get(id);
    const prospect = turn === undefined ? 'never' : judged(turn, (arriving.get(id) ?? []).map(brings), scope);
    found.set(id, prospect);
    return prospect;
  };
  for (const id of pending.keys()) lookAt(id);
  return found;
}

function judged(
  { node }: Turn,
  edges: readonly ('token' | 'nothing' | 'unknown')[],
  { isSequence }: Scope,
): Prospect {
  let tokens = 0;
  let open = 0;
  for (const edge of edges) {
    if (edge === 'token') tokens++;
    else if (edge === 'unknown') open++;
  }
  if (edges.length > 0 && tokens + open === 0) return 'never';
  const need = edges.length === 0 || isSequence ? null : tokensNeeded(node);
  if (need === null ? open > 0 : tokens < need)
    return need !== null && tokens > 0 && tokens + open < need ? 'starved' : 'later';
  return node.disabled === 'skip' ? 'never' : 'now';
}

/** JOIN N_OF(k) starts at its k-th taken edge; every other node waits for all of its edges (R4, R6). */
function tokensNeeded(node: PlanNode): number | null {
  const [, count] =
    node.type === 'JOIN' ? (/^N_OF\((\d+)\)$/.exec(textParam(node, 'need', 'ALL')) ?? []) : [];
  return count === undefined ? null : Number(count);
}

function groupedByTarget(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const group = groups.get(edge.to);
    if (group === undefined) groups.set(edge.to, [edge]);
    else group.push(edge);
  }
  return groups;
}

/** What a START does not reach is skipped when the scope opens (R3): a walk from it along the edges. */
export function beyondStart({ nodes, edges }: Body): ReadonlySet<string> {
  const ahead = nodes.filter(({ type }) => type === 'START').map(({ id }) => id);
  if (ahead.length === 0) return new Set();
  const beyond = new Set(nodes.map(({ id }) => id));
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (!beyond.delete(id)) continue;
    for (const edge of edges) if (edge.from === id) ahead.push(edge.to);
  }
  return beyond;
}

/**
 * The unsettled nodes from which every path leads to a JOIN (R7): all that have edges out, but those that can get past
 * it. Who can is found backwards, from every end of a path that is not the JOIN.
 */
export function onlyLeadTo(run: Run, scope: Scope, join: Turn): Turn[] {
  const { edges, turns } = scope;
  const leaving = new Set(edges.map(({ from }) => from));
  const getsPast = new Set<string>();
  const ends = turns.map(({ node }) => node.id).filter((id) => id !== join.node.id && !leaving.has(id));
  for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
    if (getsPast.has(id)) continue;
    getsPast.add(id);
    for (const edge of edges) if (edge.to === id && edge.from !== join.node.id) ends.push(edge.from);
  }
  return turns.filter((turn) => turn !== join && !getsPast.has(turn.node.id) && isUnsettled(run, turn));
}

/** The children of a SYNC GROUP one after the other; what is left out is not among them (R5, L2). */
export function inARow(nodes: readonly PlanNode[]): Edge[] {
  const row: Edge[] = [];
  let before: PlanNode | undefined;
  for (const node of nodes) {
    if (node.disabled === 'skip') continue;
    if (before !== undefined) row.push({ from: before.id, port: 'out', to: node.id });
    before = node;
  }
  return row;
}

/** The branches of an ASYNC GROUP, one per connected component, in document order: each edge joins two families. */
export function branchesOf({ nodes, edges }: Body): Body[] {
  const elder = new Map<string, string>();
  const headOf = (id: string): string => {
    const above = elder.get(id);
    return above === undefined ? id : headOf(above);
  };
  for (const { from, to } of edges) {
    const [one, other] = [headOf(from), headOf(to)];
    if (one !== other) elder.set(other, one);
  }
  const families = new Map<string, { nodes: PlanNode[]; edges: Edge[] }>();
  for (const node of nodes) {
    const family = families.get(headOf(node.id)) ?? { nodes: [], edges: [] };
    family.nodes.push(node);
    families.set(headOf(node.id), family);
  }
  for (const edge of edges) families.get(headOf(edge.from))?.edges.push(edge);
  return [...families.values()];
}

/**
 * `execute: "inline"` is a PLANNER followed by a PLAN_EXECUTOR of the same id (L1), here `<id>@1`: what follows the node
 * follows its later half, and a failure of either goes the way of its `error` edges.
 */
export function lowered({ nodes, edges }: Body): Body {
  const later = (id: string): string => `${id}@1`;
  const inline = new Set<string>();
  const halves = nodes.flatMap((node) => {
    if (node.type !== 'PLANNER' || node.params?.execute !== 'inline') return [node];
    inline.add(node.id);
    return [node, { ...node, id: later(node.id), type: 'PLAN_EXECUTOR' }];
  });
  if (inline.size === 0) return { nodes, edges };
  const rewired: Edge[] = [];
  for (const edge of edges) {
    if (!inline.has(edge.from) || edge.port === 'error') rewired.push(edge);
    if (inline.has(edge.from)) rewired.push({ ...edge, from: later(edge.from) });
  }
  for (const id of inline) rewired.push({ from: id, port: 'out', to: later(id) });
  return { nodes: halves, edges: rewired };
}

/** The ids that a CANCEL names. */
export function namedBy(node: PlanNode): ReadonlySet<string> {
  return new Set(listParam(node, 'nodes').map(String));
}
