import { isUnsettled, listParam, textParam } from './find';
import type { Run, Scope, Turn } from './standing';
import type { Body, Edge, PlanNode } from './types';

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
