import { GAP, type Size } from './sizes';

/** What a layout needs to know of a node. */
export interface Sized extends Size {
  readonly key: string;
}

export interface Link {
  readonly from: string;
  readonly to: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A simple layered layout to the right: a node stands in the column after the last of its predecessors, columns
 * keep the given order, refined once by the rows of the predecessors. Good for a few hundred nodes, and for where
 * no worker may start; `tidy` uses ELK.
 *
 * Deterministic: equal input, in equal order, gives equal places. The top left of the result is (0, 0).
 *
 * @param nodes in document order
 * @param links edges between them; others are ignored, as are edges that close a circle
 */
export function layered(nodes: readonly Sized[], links: readonly Link[]): ReadonlyMap<string, Point> {
  const columns = orderColumns(assignColumns(nodes, links), links);
  const places = new Map<string, Point>();
  const heights = columns.map((column) => heightOf(column));
  const tallest = Math.max(0, ...heights);
  let x = 0;
  columns.forEach((column, index) => {
    let y = (tallest - (heights[index] ?? 0)) / 2;
    for (const node of column) {
      places.set(node.key, { x, y });
      y += node.height + GAP.height;
    }
    x += Math.max(0, ...column.map((node) => node.width)) + GAP.width;
  });
  return places;
}

function heightOf(column: readonly Sized[]): number {
  return column.reduce((sum, node) => sum + node.height + GAP.height, -GAP.height);
}

/** Longest path from a source, over a depth-first order that leaves out edges which lead back. */
function assignColumns(nodes: readonly Sized[], links: readonly Link[]): readonly (readonly Sized[])[] {
  const successors = groupBy(nodes, links, (link) => [link.from, link.to]);
  const order = topological(nodes, successors);
  const rank = new Map(order.map((key, index) => [key, index]));
  const column = new Map<string, number>();
  for (const key of order) {
    const here = column.get(key) ?? 0;
    column.set(key, here);
    for (const next of successors.get(key) ?? []) {
      if ((rank.get(next) ?? 0) > (rank.get(key) ?? 0))
        column.set(next, Math.max(column.get(next) ?? 0, here + 1));
    }
  }
  const columns: Sized[][] = [];
  for (const node of nodes) {
    const index = column.get(node.key) ?? 0;
    while (columns.length <= index) columns.push([]);
    columns[index]?.push(node);
  }
  return columns.filter((members) => members.length > 0);
}

function topological(
  nodes: readonly Sized[],
  successors: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const root of nodes) {
    if (seen.has(root.key)) continue;
    seen.add(root.key);
    const stack = [{ key: root.key, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = successors.get(top.key)?.[top.next++];
      if (child === undefined) {
        finished.push(top.key);
        stack.pop();
      } else if (!seen.has(child)) {
        seen.add(child);
        stack.push({ key: child, next: 0 });
      }
    }
  }
  return finished.reverse();
}

/** Orders each column by the mean row of its nodes' predecessors; the given order decides ties. */
function orderColumns(
  columns: readonly (readonly Sized[])[],
  links: readonly Link[],
): readonly (readonly Sized[])[] {
  const all = columns.flat();
  const predecessors = groupBy(all, links, (link) => [link.to, link.from]);
  const row = new Map<string, number>();
  return columns.map((column) => {
    const wish = new Map(
      column.map((node, index) => [node.key, meanRow(predecessors.get(node.key) ?? [], row) ?? index]),
    );
    const sorted = [...column].sort((a, b) => (wish.get(a.key) ?? 0) - (wish.get(b.key) ?? 0));
    sorted.forEach((node, index) => {
      row.set(node.key, index - (sorted.length - 1) / 2);
    });
    return sorted;
  });
}

function meanRow(keys: readonly string[], row: ReadonlyMap<string, number>): number | null {
  const rows = keys.flatMap((key) => row.get(key) ?? []);
  return rows.length === 0 ? null : rows.reduce((sum, value) => sum + value, 0) / rows.length;
}

function groupBy(
  nodes: readonly Sized[],
  links: readonly Link[],
  pair: (link: Link) => readonly [string, string],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>(nodes.map((node) => [node.key, []]));
  for (const link of links) {
    const [key, value] = pair(link);
    if (key !== value && groups.has(value)) groups.get(key)?.push(value);
  }
  return groups;
}
