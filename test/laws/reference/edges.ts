import type { PlainBody, PlainEdge, PlainNode } from './language';
import type { Scope, Turn } from './state';

type EdgeState = 'open' | 'taken' | 'dead';

/** R2, R5: an edge is what became of the node that it leaves. */
function stateOf(scope: Scope, edge: PlainEdge): EdgeState {
  const from = scope.turns.find(({ node }) => node.id === edge.from);
  if (from === undefined) return 'dead';
  if (from.status === 'pending' || from.status === 'active') return 'open';
  if (scope.isSequence) return from.status === 'succeeded' ? 'taken' : 'dead';
  return from.ports.includes(edge.port) ? 'taken' : 'dead';
}

function incoming(turn: Turn): EdgeState[] {
  const { scope, node } = turn;
  return scope.edges.filter(({ to }) => to === node.id).map((edge) => stateOf(scope, edge));
}

/** R6: how many taken edges a JOIN needs; null for every other node, which waits for all. */
function needOf({ node, scope }: Turn): number | null {
  // In a SYNC GROUP there are no edges to count: it follows the child before it (R5).
  const need =
    node.type === 'JOIN' && !scope.isSequence ? /^N_OF\((\d+)\)$/.exec(node.params?.need ?? 'ALL') : null;
  return need ? Number(need[1]) : null;
}

function isWaiting({ status, scope }: Turn): boolean {
  return status === 'pending' && !scope.isFrozen;
}

/** R3, R4, R6: whether its turn has come. */
export function isReady(turn: Turn): boolean {
  if (!isWaiting(turn)) return false;
  const edges = incoming(turn);
  const taken = edges.filter((state) => state === 'taken').length;
  const need = needOf(turn);
  if (need !== null && edges.length > 0) return taken >= need;
  return !edges.includes('open') && (edges.length === 0 || taken > 0);
}

/** R4: nothing leads to it any more; L2: or it is left out when its turn comes. */
export function isDead(turn: Turn): boolean {
  if (!isWaiting(turn)) return false;
  const edges = incoming(turn);
  if (edges.length > 0 && edges.every((state) => state === 'dead')) return true;
  return turn.node.disabled === 'skip' && isReady(turn);
}

/** R6: some edges are taken, and the rest cannot make up the number. */
export function isStarved(turn: Turn): boolean {
  const need = needOf(turn);
  if (!isWaiting(turn) || need === null) return false;
  const edges = incoming(turn);
  const taken = edges.filter((state) => state === 'taken').length;
  const open = edges.filter((state) => state === 'open').length;
  return taken > 0 && taken + open < need;
}

/** R6: the JOINs that a node leads to by the ports it has taken and that did not wait for it, once for each edge. */
export function missedBy({ scope, node, ports }: Turn): Turn[] {
  if (scope.isSequence) return [];
  const taken = scope.edges.filter(({ from, port }) => from === node.id && ports.includes(port));
  const joins = taken.map(({ to }) => scope.turns.find((turn) => turn.node.id === to));
  return joins
    .filter((join) => join !== undefined)
    .filter((join) => needOf(join) !== null && join.attempt > 0);
}

/** R3: nodes that START does not reach are skipped when the scope opens. */
export function unreachable(body: PlainBody): PlainNode[] {
  const start = body.nodes.find(({ type }) => type === 'START');
  if (start === undefined) return [];
  const reached = new Set([start.id]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of body.edges) if (reached.has(from)) reached.add(to);
  }
  return body.nodes.filter(({ id, type }) => !reached.has(id) && type !== 'NOTE');
}

/** R7: the unsettled nodes of its scope from which every path leads to the JOIN. */
export function onlyLeadTo(join: Turn): Turn[] {
  const { turns, edges } = join.scope;
  const leads = (id: string): boolean => {
    const next = edges.filter(({ from }) => from === id);
    return next.length > 0 && next.every(({ to }) => to === join.node.id || leads(to));
  };
  return turns.filter(
    (turn) => (turn.status === 'pending' || turn.status === 'active') && leads(turn.node.id),
  );
}

/** R5: the children of a SYNC GROUP follow each other; those that are left out are not among them (L2). */
export function chained(nodes: readonly PlainNode[]): PlainEdge[] {
  const chain = nodes.filter(({ type, disabled }) => type !== 'NOTE' && disabled !== 'skip');
  return chain.slice(1).map(({ id }, index) => ({ from: chain[index]?.id ?? '', port: 'out', to: id }));
}

/** The branches of an ASYNC GROUP: one per connected component, in document order (L1). */
export function branchesOf({ nodes, edges }: PlainBody): PlainBody[] {
  const members = nodes.filter(({ type }) => type !== 'NOTE').map(({ id }) => connectedTo(id, edges));
  const firsts = members.filter(
    (ids, index) => !members.slice(0, index).some((earlier) => [...ids].some((id) => earlier.has(id))),
  );
  return firsts.map((ids) => ({
    nodes: nodes.filter(({ id }) => ids.has(id)),
    edges: edges.filter(({ from }) => ids.has(from)),
  }));
}

function connectedTo(id: string, edges: readonly PlainEdge[]): ReadonlySet<string> {
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

/**
 * L1: `execute: "inline"` is a PLANNER followed by a PLAN_EXECUTOR with the same settings and id. Here the executor
 * half is called `<id>@1`; edges leave it, and an `error` edge leaves both.
 */
export function lowered(body: PlainBody): PlainBody {
  const inline = new Set(body.nodes.filter(isInline).map(({ id }) => id));
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

function isInline({ type, params }: PlainNode): boolean {
  return type === 'PLANNER' && params?.execute === 'inline';
}

function halves(node: PlainNode): PlainNode[] {
  const { output, input, params, ...shared } = node;
  const executor = { ...shared, id: `${node.id}@1`, type: 'PLAN_EXECUTOR' };
  const { planVariable } = params ?? {};
  return [
    { ...shared, ...(input === undefined ? {} : { input }), ...(params ? { params } : {}) },
    {
      ...executor,
      ...(output ? { output } : {}),
      // L2: what is passed through is the node's input, whichever half passes it on.
      ...(node.disabled === 'pass' && input !== undefined ? { input } : {}),
      params: planVariable === undefined ? {} : { planVariable },
    },
  ];
}
