import { param, scopeOfTurn, textParam } from './find';
import type { Body, Edge, PlanNode, Run, Scope, Turn } from './types';

type EdgeState = 'open' | 'taken' | 'dead';

/** An edge is what became of the node that it leaves (R2, R5). */
function stateOf(scope: Scope, edge: Edge): EdgeState {
  const from = scope.turns.find(({ node }) => node.id === edge.from);
  if (from === undefined) return 'dead';
  if (from.status === 'pending' || from.status === 'active') return 'open';
  if (scope.isSequence) return from.status === 'succeeded' ? 'taken' : 'dead';
  return from.ports.includes(edge.port) ? 'taken' : 'dead';
}

function incoming(scope: Scope, turn: Turn): EdgeState[] {
  return scope.edges.filter(({ to }) => to === turn.node.id).map((edge) => stateOf(scope, edge));
}

/** How many taken edges a JOIN needs; null for every other node, which waits for all (R6). */
function edgesNeeded({ node }: Turn): number | null {
  const need = node.type === 'JOIN' ? /^N_OF\((\d+)\)$/.exec(textParam(node, 'need', 'ALL')) : null;
  return need ? Number(need[1]) : null;
}

function isWaiting(scope: Scope, turn: Turn): boolean {
  return turn.status === 'pending' && !scope.isFrozen;
}

/** Whether its turn has come (R3, R4, R6). */
export function isReady(run: Run, turn: Turn): boolean {
  const scope = scopeOfTurn(run, turn);
  if (!isWaiting(scope, turn)) return false;
  const edges = incoming(scope, turn);
  const taken = edges.filter((state) => state === 'taken').length;
  const need = edgesNeeded(turn);
  if (need !== null && edges.length > 0) return taken >= need;
  return !edges.includes('open') && (edges.length === 0 || taken > 0);
}

/** Nothing leads to it any more, or it is left out when its turn comes (R4, L2). */
export function isDead(run: Run, turn: Turn): boolean {
  const scope = scopeOfTurn(run, turn);
  if (!isWaiting(scope, turn)) return false;
  const edges = incoming(scope, turn);
  if (edges.length > 0 && edges.every((state) => state === 'dead')) return true;
  return turn.node.disabled === 'skip' && isReady(run, turn);
}

/** Some edges are taken, and the rest cannot make up the number (R6). */
export function isStarved(run: Run, turn: Turn): boolean {
  const scope = scopeOfTurn(run, turn);
  const need = edgesNeeded(turn);
  if (!isWaiting(scope, turn) || need === null) return false;
  const edges = incoming(scope, turn);
  const taken = edges.filter((state) => state === 'taken').length;
  const open = edges.filter((state) => state === 'open').length;
  return taken > 0 && taken + open < need;
}

/** Nodes that START does not reach are skipped when the scope opens (R3). */
export function unreachable(body: Body): ReadonlySet<string> {
  const start = body.nodes.find(({ type }) => type === 'START');
  if (start === undefined) return new Set();
  const reached = new Set([start.id]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of body.edges) if (reached.has(from)) reached.add(to);
  }
  return new Set(body.nodes.map(({ id }) => id).filter((id) => !reached.has(id)));
}

/** The unsettled nodes of its scope from which every path leads to the JOIN (R7). */
export function onlyLeadTo(scope: Scope, join: Turn): Turn[] {
  const leads = (id: string): boolean => {
    const next = scope.edges.filter(({ from }) => from === id);
    return next.length > 0 && next.every(({ to }) => to === join.node.id || leads(to));
  };
  return scope.turns.filter(
    (turn) => (turn.status === 'pending' || turn.status === 'active') && leads(turn.node.id),
  );
}

/** The children of a SYNC GROUP follow each other; those that are left out are not among them (R5). */
export function chained(nodes: readonly PlanNode[]): Edge[] {
  const chain = nodes.filter(({ disabled }) => disabled !== 'skip');
  return chain.slice(1).map(({ id }, index) => ({ from: chain[index]?.id ?? '', port: 'out', to: id }));
}

/** The branches of an ASYNC GROUP: one per connected component, in document order. */
export function branchesOf({ nodes, edges }: Body): Body[] {
  const members = nodes.map(({ id }) => connectedTo(id, edges));
  const firsts = members.filter(
    (ids, index) => !members.slice(0, index).some((earlier) => [...ids].some((id) => earlier.has(id))),
  );
  return firsts.map((ids) => ({
    nodes: nodes.filter(({ id }) => ids.has(id)),
    edges: edges.filter(({ from }) => ids.has(from)),
  }));
}

function connectedTo(id: string, edges: readonly Edge[]): ReadonlySet<string> {
  const ids = new Set([id]);
  for (let size = 0; size < ids.size; ) {
    size = ids.size;
    for (const { from, to } of edges) {
      if (ids.has(from)) ids.add(to);
      if (ids.has(to)) ids.add(from);
    }
  }
  return ids;
}

/** `execute: "inline"` is a PLANNER followed by a PLAN_EXECUTOR of the same id (L1); here it is called `<id>@1`. */
export function lowered(body: Body): Body {
  const inline = new Set(
    body.nodes.filter((node) => param(node, 'execute') === 'inline').map(({ id }) => id),
  );
  if (inline.size === 0) return body;
  const nodes = body.nodes.flatMap((node) => (inline.has(node.id) ? halves(node) : [node]));
  const edges = body.edges.flatMap((edge) => {
    if (!inline.has(edge.from)) return [edge];
    const late = { ...edge, from: `${edge.from}@1` };
    return edge.port === 'error' ? [late, edge] : [late];
  });
  const between = [...inline].map((id) => ({ from: id, port: 'out', to: `${id}@1` }));
  return { nodes, edges: [...edges, ...between] };
}

function halves(node: PlanNode): PlanNode[] {
  return [node, { ...node, id: `${node.id}@1`, type: 'PLAN_EXECUTOR' }];
}
