import type { Body, Edge, PlanNode } from '../nodes/node';

/** For every node of a body the nodes that its edges lead to; edges to nowhere are left out. */
export function successorsOf(body: Body): ReadonlyMap<string, readonly string[]> {
  return neighboursIn(body, ({ from, to }) => [from, to]);
}

/** For every node of a body the nodes from which edges lead to it; edges from nowhere are left out. */
export function predecessorsOf(body: Body): ReadonlyMap<string, readonly string[]> {
  return neighboursIn(body, ({ from, to }) => [to, from]);
}

/** All nodes that can be reached from some node, itself only when it lies on a cycle. */
export function reachableFrom(
  neighbourMap: ReadonlyMap<string, readonly string[]>,
  starts: Iterable<string>,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of neighbourMap.get(id) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** Whether some path of edges leads from one node to another; looked for backwards, and no further than needed. */
export function leadsTo(
  predecessors: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const waiting = [to];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const previous of predecessors.get(id) ?? []) {
      if (previous === from) return true;
      if (seen.has(previous)) continue;
      seen.add(previous);
      waiting.push(previous);
    }
  }
  return false;
}

/** The ids of the nodes from which some path of edges leads to a node: what is before it (R13). */
export function ancestorsOf(body: Body, id: string): ReadonlySet<string> {
  return reachableFrom(predecessorsOf(body), [id]);
}

interface Link {
  readonly from: string;
  readonly to: string;
}
type Direction = (link: Link) => readonly [string, string];

function neighboursIn({ nodes, edges }: Body, direction: Direction): ReadonlyMap<string, readonly string[]> {
  return neighbours(
    nodes.map(({ id }) => id),
    edges,
    direction,
  );
}

function neighbours(
  ids: readonly string[],
  links: readonly Link[],
  direction: Direction,
): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const link of links) {
    const [from, to] = direction(link);
    if (map.has(to)) map.get(from)?.push(to);
  }
  return map;
}

/**
 * A number for each node that is higher than those of all before it (Kahn, "Topological sorting of large networks",
 * 1962); nodes on a cycle or behind one have none.
 */
export function ranksOf(body: Body): ReadonlyMap<string, number> {
  const successors = successorsOf(body);
  const open = new Map([...predecessorsOf(body)].map(([id, before]) => [id, before.length]));
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  const ranks = new Map<string, number>();
  // What is pushed while the list is walked is walked too.
  for (const id of ready) {
    ranks.set(id, ranks.size);
    for (const next of successors.get(id) ?? []) {
      const left = (open.get(next) ?? 0) - 1;
      open.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return ranks;
}

/** Nodes one after another along the edges, in document order among those that may come next. */
export function inSequence(nodes: readonly PlanNode[], edges: readonly Edge[]): readonly PlanNode[] {
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) open.set(to, (open.get(to) ?? 0) + 1);
  const rest = [...nodes];
  const ordered: PlanNode[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex(({ id }) => open.get(id) === 0);
    const [node] = rest.splice(Math.max(0, next), 1);
    if (node === undefined) break;
    ordered.push(node);
    for (const { from, to } of edges) if (from === node.id) open.set(to, (open.get(to) ?? 0) - 1);
  }
  return ordered;
}

/**
 * The cycles of a body (R2): each strongly connected component of more than one node, and each node with an
 * edge to itself, as ids in document order; the cycles too are in the document order of their first nodes.
 *
 * Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own instead of
 * recursion, so that a chain of 20,000 nodes does not overflow.
 *
 * @example cyclesOf(body) // [['a', 'b']] for a → b → a
 */
export function cyclesOf({ nodes, edges }: Body): readonly (readonly string[])[] {
  return cyclesAmong(
    nodes.map(({ id }) => id),
    edges,
  );
}

/** The same of whatever has ids and leads to each other. */
export function cyclesAmong(ids: readonly string[], links: readonly Link[]): readonly (readonly string[])[] {
  const successors = neighbours(ids, links, ({ from, to }) => [from, to]);
  const order = new Map(ids.map((id, index) => [id, index]));
  const positionOf = (id: string): number => order.get(id) ?? 0;
  return strongComponents(successors)
    .filter((cycle) => cycle.length > 1 || successors.get(cycle[0] ?? '')?.includes(cycle[0] ?? ''))
    .map((cycle) => cycle.toSorted((a, b) => positionOf(a) - positionOf(b)))
    .toSorted((a, b) => positionOf(a[0] ?? '') - positionOf(b[0] ?? ''));
}

interface Visit {
  readonly id: string;
  readonly successors: readonly string[];
  next: number;
}

function strongComponents(successors: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const lower = (id: string, to: number): void => {
    low.set(id, Math.min(low.get(id) ?? to, to));
  };
  const enter = (id: string): Visit => {
    index.set(id, index.size);
    lower(id, index.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, successors: successors.get(id) ?? [], next: 0 };
  };
  const leave = (id: string): void => {
    if (low.get(id) !== index.get(id)) return;
    const members = open.splice(open.lastIndexOf(id));
    for (const member of members) isOpen.delete(member);
    found.push(members);
  };
  for (const root of successors.keys()) {
    if (index.has(root)) continue;
    const visits = [enter(root)];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const next = visit.successors[visit.next++];
      if (next === undefined) {
        leave(visit.id);
        visits.pop();
        const parent = visits.at(-1);
        if (parent) lower(parent.id, low.get(visit.id) ?? 0);
      } else if (!index.has(next)) visits.push(enter(next));
      else if (isOpen.has(next)) lower(visit.id, index.get(next) ?? 0);
    }
  }
  return found;
}

/**
 * Tells of two nodes of a body whether one run of its scope can start both: whether no choice separates them (R4,
 * R5). IF, SWITCH without `all`, decisions, and `out` against `error` take one port of several; a node whose edges
 * all come from ports that are not taken is skipped.
 *
 * Exact for choices that do not depend on each other. Two edges can both be taken if they leave one node by one port
 * (or by two that it may take at once), or if the later of their two sources can run together with the other edge:
 * if it begins the scope, or one of the edges that lead to it can be taken together with the other. So a question is
 * a search among pairs of edges, without recursion; pairs that led nowhere are remembered for the next question.
 *
 * @returns a function that answers true where it gives up: for a body with a cycle, and after {@link MOST_PAIRS}
 * @example bothRunIn(body)(publish, refuse) // false: one lies behind `then`, the other behind `else`
 */
export function bothRunIn(body: Body): (one: PlanNode, other: PlanNode) => boolean {
  let known: ReturnType<typeof waysIn> | undefined;
  const apart = new Set<number>();
  let left = MOST_PAIRS;
  return (one, other) => {
    known ??= waysIn(body);
    const ways = known;
    if (ways.ranks.size < body.nodes.length) return true;
    const waiting = pairs(ways.into(one), ways.into(other));
    const seen = new Set<number>();
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const key = ways.keyOf(pair);
      if (seen.has(key) || apart.has(key)) continue;
      if (left-- <= 0) return true;
      seen.add(key);
      const next = ways.before(pair);
      if (next === 'both') return true;
      waiting.push(...next);
    }
    for (const key of seen) apart.add(key);
    return false;
  };
}

/** How many pairs of edges are looked at for one body; a chain of 10,000 nodes needs as many, a ladder their square. */
const MOST_PAIRS = 200_000;

/** A way to start a node: by an edge, or because the scope begins there. */
interface Way {
  readonly edge: Edge | null;
  /** The node that the way comes from; the node itself where the scope begins. */
  readonly source: PlanNode;
  readonly number: number;
}
type Pair = readonly [Way, Way];

function waysIn(body: Body) {
  const nodes = new Map(body.nodes.map((node) => [node.id, node]));
  const ranks = ranksOf(body);
  const starts = body.nodes.some(({ type }) => type === 'START');
  const into = new Map<string, Way[]>();
  const entered = new Set(body.edges.map(({ to }) => to));
  let count = 0;
  for (const node of body.nodes) {
    const begins = starts ? node.type === 'START' : !entered.has(node.id);
    into.set(node.id, begins ? [{ edge: null, source: node, number: count++ }] : []);
  }
  for (const edge of body.edges) {
    const source = nodes.get(edge.from);
    if (source && source.disabled !== 'skip') into.get(edge.to)?.push({ edge, source, number: count++ });
  }
  const rankOf = ({ source }: Way): number => ranks.get(source.id) ?? 0;
  return {
    ranks,
    into: (node: PlanNode): readonly Way[] => into.get(node.id) ?? [],
    keyOf: ([one, other]: Pair): number =>
      Math.min(one.number, other.number) * count + Math.max(one.number, other.number),
    /** The pairs of which one must be possible, so that this pair is; `both` if it is possible by itself. */
    before: ([one, other]: Pair): 'both' | readonly Pair[] => {
      if (one.edge === null && other.edge === null) return 'both';
      if (one.edge !== null && other.edge !== null && one.source === other.source) {
        return takesBoth(one.source, one.edge, other.edge) ? 'both' : [];
      }
      const isOneLater = other.edge === null || (one.edge !== null && rankOf(one) > rankOf(other));
      const [earlier, later] = isOneLater ? [other, one] : [one, other];
      return pairs([earlier], into.get(later.source.id) ?? []);
    },
  };
}

function pairs(ones: readonly Way[], others: readonly Way[]): Pair[] {
  return ones.flatMap((one) => others.map((other): Pair => [one, other]));
}

/** Whether a node may take two edges at once: those of one port, and of a SWITCH with `all` those of two cases. */
function takesBoth(node: PlanNode, one: Edge, other: Edge): boolean {
  if (one.port === other.port) return true;
  const isMultiChoice = node.type === 'SWITCH' && node.params.all === true;
  return isMultiChoice && ![one, other].some(({ port }) => port === 'default' || port === 'error');
}
