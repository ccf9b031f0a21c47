import type { Graph, GraphEdge, GraphNode } from './graph';

/**
 * The graph `next` with the cards and edges of `previous` wherever they read the same, so that what is drawn
 * from them need not be drawn again (CANVAS: a subscription per node). One that shares them all already stays itself.
 */
export function shareGraph(previous: Graph, next: Graph): Graph {
  const nodes = shareList(previous.nodes, next.nodes, sameNode);
  const edges = shareList(previous.edges, next.edges, sameEdge);
  if (nodes === previous.nodes && edges === previous.edges) return previous;
  return nodes === next.nodes && edges === next.edges ? next : { nodes, edges };
}

function shareList<Item extends { readonly key: string }>(
  previous: readonly Item[],
  next: readonly Item[],
  same: (one: Item, other: Item) => boolean,
): readonly Item[] {
  const find = finder(previous);
  let changed = previous.length !== next.length;
  let isShared = true;
  const shared = next.map((item, index) => {
    const before = find(item.key);
    const kept = before !== undefined && same(before, item) ? before : item;
    if (kept !== previous[index]) changed = true;
    if (kept !== item) isShared = false;
    return kept;
  });
  if (!changed) return previous;
  return isShared ? next : shared;
}

/** Finds items by their keys: most are asked for in the order in which they stand, and need no map. */
function finder<Item extends { readonly key: string }>(
  items: readonly Item[],
): (key: string) => Item | undefined {
  let next = 0;
  let indices: ReadonlyMap<string, number> | null = null;
  return (key) => {
    const here = items[next];
    if (here?.key === key) {
      next++;
      return here;
    }
    indices ??= new Map(items.map((item, index) => [item.key, index]));
    const index = indices.get(key);
    if (index === undefined) return undefined;
    next = index + 1;
    return items[index];
  };
}

function sameNode(one: GraphNode, other: GraphNode): boolean {
  return (
    one.node === other.node &&
    one.parent === other.parent &&
    one.address === other.address &&
    one.title === other.title &&
    one.line === other.line &&
    one.status === other.status &&
    one.mark === other.mark &&
    one.unanswered === other.unanswered &&
    one.caution === other.caution &&
    one.asking?.from === other.asking?.from &&
    one.asking?.at === other.asking?.at &&
    one.reason === other.reason &&
    one.warned === other.warned &&
    one.hasInput === other.hasInput &&
    one.container === other.container &&
    one.dynamic === other.dynamic &&
    one.progress?.done === other.progress?.done &&
    one.progress?.total === other.progress?.total &&
    sameShape(one, other) &&
    samePicture(one, other) &&
    sameAgent(one, other) &&
    sameRounds(one.rounds, other.rounds)
  );
}

/** Whether two readings of a container's rounds look the same. */
export function sameRounds(one: GraphNode['rounds'], other: GraphNode['rounds']): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.shown === other.shown &&
    one.statuses.length === other.statuses.length &&
    one.statuses.every((status, index) => status === other.statuses[index])
  );
}

function sameEdge(one: GraphEdge, other: GraphEdge): boolean {
  return one.state === other.state && one.implied === other.implied && sameTransition(one, other);
}

function sameTransition({ transition: one }: GraphEdge, { transition: other }: GraphEdge): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.label === other.label &&
    one.lit === other.lit &&
    one.preview === other.preview &&
    one.timer?.from === other.timer?.from &&
    one.timer?.until === other.timer?.until &&
    one.timer?.at === other.timer?.at &&
    one.offset?.x === other.offset?.x &&
    one.offset?.y === other.offset?.y
  );
}

/** Whether two states look the same; two nodes always do. */
export function sameShape(one: GraphNode, other: GraphNode): boolean {
  if (one.type !== 'STATE' || other.type !== 'STATE') return one.type === other.type;
  return (
    one.shape.kind === other.shape.kind &&
    one.shape.region === other.shape.region &&
    one.shape.deep === other.shape.deep &&
    one.shape.preview === other.shape.preview
  );
}

/** Whether two agents tell the same of themselves. */
export function sameAgent(one: GraphNode, other: GraphNode): boolean {
  const before = one.type === 'STATE' ? undefined : one.agent;
  const after = other.type === 'STATE' ? undefined : other.agent;
  if (before === undefined || after === undefined) return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Whether two pictures of machines show the same. */
export function samePicture(one: GraphNode, other: GraphNode): boolean {
  const before = one.type === 'STATE' ? undefined : one.picture;
  const after = other.type === 'STATE' ? undefined : other.picture;
  if (before === undefined || after === undefined) return before === after;
  return before.graph === after.graph || shareGraph(before.graph, after.graph) === before.graph;
}
