import type { Link, Point, Sized } from './layered';
import { CARD, GAP } from './sizes';

/** A part of a container that is laid out by itself, in document order. */
type Part = readonly Sized[];

/**
 * Parts that no edge joins, each in the order of its first node. Laid out one by one they keep the author's order,
 * and what is level stays level.
 *
 * @param branches inside a group every part is a branch and has a line of its own; elsewhere nodes without any edge
 *   share the last lines
 */
export function partsOf(nodes: readonly Sized[], links: readonly Link[], branches: boolean): readonly Part[] {
  const root = new Map(nodes.map((node) => [node.key, node.key]));
  const find = (key: string): string => {
    let top = key;
    for (let up = root.get(top); up !== undefined && up !== top; up = root.get(top)) top = up;
    // All on the way know it from now on: a chain that was drawn from its end would be walked once for each of its nodes.
    for (let on = key; on !== top; ) {
      const up = root.get(on) ?? top;
      root.set(on, top);
      on = up;
    }
    return top;
  };
  for (const link of links) {
    if (root.has(link.from) && root.has(link.to)) root.set(find(link.to), find(link.from));
  }
  const parts = new Map<string, Sized[]>();
  for (const node of nodes) {
    const part = parts.get(find(node.key));
    if (part) part.push(node);
    else parts.set(find(node.key), [node]);
  }
  const all = [...parts.values()];
  if (branches) return all;
  const single = all.filter((part) => part.length === 1).flat();
  const joined = all.filter((part) => part.length > 1);
  return single.length === 0 ? joined : [...joined, single];
}

/** The links inside of each part, in the order of the parts. */
export function linksWithin<Edge extends Link>(
  parts: readonly Part[],
  links: readonly Edge[],
): readonly (readonly Edge[])[] {
  const partOf = new Map(parts.flatMap((part, index) => part.map(({ key }) => [key, index] as const)));
  const within: Edge[][] = parts.map(() => []);
  for (const link of links) {
    const part = partOf.get(link.from);
    if (part !== undefined && part === partOf.get(link.to)) within[part]?.push(link);
  }
  return within;
}

/**
 * Puts parts that are laid out under one another, each wrapped into rows no wider than `maxWidth`.
 *
 * @param laidOut places of each part, in the same order
 * @returns places whose top left is (0, 0)
 */
export function stackParts(
  parts: readonly Part[],
  laidOut: readonly ReadonlyMap<string, Point>[],
  links: readonly Link[],
  maxWidth: number,
): ReadonlyMap<string, Point> {
  const stacked = new Map<string, Point>();
  const within = linksWithin(parts, links);
  let top = 0;
  parts.forEach((part, index) => {
    const places = laidOut[index] ?? new Map();
    const inner = within[index] ?? [];
    const isJoined = inner.some(({ from, to }) => from !== to);
    const wrapped = wrapRows(part, inner, isJoined ? levelTops(part, places) : inARow(part), maxWidth);
    let bottom = top;
    for (const node of part) {
      const { x, y } = wrapped.get(node.key) ?? { x: 0, y: 0 };
      stacked.set(node.key, { x, y: y + top });
      bottom = Math.max(bottom, y + top + node.height);
    }
    top = bottom + GAP.height;
  });
  return stacked;
}

/** Nodes without edges stand side by side, so that they wrap like words. */
function inARow(part: Part): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  let x = 0;
  for (const node of part) {
    places.set(node.key, { x, y: 0 });
    x += node.width + GAP.width;
  }
  return places;
}

/**
 * Moves a node that stands alone in its column so that edges meet it where they meet a card: half a card below its
 * top. Without it a tall box would hang above its neighbours, and the line into its title bar would bend.
 */
function levelTops(nodes: readonly Sized[], places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const levelled = new Map(places);
  for (const node of nodes) {
    const at = places.get(node.key);
    if (!at || node.height <= CARD.height || !isAlone(node, at, nodes, places)) continue;
    levelled.set(node.key, { x: at.x, y: at.y + (node.height - CARD.height) / 2 });
  }
  return levelled;
}

function isAlone(
  node: Sized,
  at: Point,
  nodes: readonly Sized[],
  places: ReadonlyMap<string, Point>,
): boolean {
  return nodes.every((other) => {
    const place = places.get(other.key);
    if (other.key === node.key || !place) return true;
    return place.x >= at.x + node.width || at.x >= place.x + other.width;
  });
}

/** A run of columns that may not be parted: more than one edge passes between them. */
interface Strip {
  readonly members: readonly Sized[];
  readonly left: number;
  readonly right: number;
}

/**
 * Wraps a layout to the right into rows no wider than `maxWidth`, like the lines of a text. It breaks only where
 * at most one edge passes, so that a branching part stays whole (and may then be wider).
 *
 * @returns places whose top left is (0, 0)
 */
function wrapRows(
  nodes: readonly Sized[],
  links: readonly Link[],
  places: ReadonlyMap<string, Point>,
  maxWidth: number,
): ReadonlyMap<string, Point> {
  const strips = stripsOf(nodes, links, places);
  const wrapped = new Map<string, Point>();
  let top = 0;
  for (const row of rowsOf(strips, maxWidth)) {
    const members = row.flatMap((strip) => strip.members);
    const left = row[0]?.left ?? 0;
    const highest = Math.min(...members.map((node) => at(places, node).y));
    for (const node of members) {
      const { x, y } = at(places, node);
      wrapped.set(node.key, { x: x - left, y: y - highest + top });
    }
    top += Math.max(...members.map((node) => at(places, node).y + node.height)) - highest + GAP.height;
  }
  return wrapped;
}

function rowsOf(strips: readonly Strip[], maxWidth: number): readonly (readonly Strip[])[] {
  const rows: Strip[][] = [];
  for (const strip of strips) {
    const row = rows.at(-1);
    if (row && strip.right - (row[0]?.left ?? 0) <= maxWidth) row.push(strip);
    else rows.push([strip]);
  }
  return rows;
}

function stripsOf(
  nodes: readonly Sized[],
  links: readonly Link[],
  places: ReadonlyMap<string, Point>,
): readonly Strip[] {
  const sorted = [...nodes].sort((a, b) => at(places, a).x - at(places, b).x);
  const crossings = crossingsOf(links, places);
  const strips: Strip[] = [];
  let open: Sized[] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const node of sorted) {
    const { x } = at(places, node);
    if (open.length > 0 && x >= right && crossings(x) <= 1) {
      strips.push(stripOf(open, places));
      open = [];
    }
    open.push(node);
    right = Math.max(right, x + node.width);
  }
  if (open.length > 0) strips.push(stripOf(open, places));
  return strips;
}

function stripOf(members: readonly Sized[], places: ReadonlyMap<string, Point>): Strip {
  return {
    members,
    left: Math.min(...members.map((node) => at(places, node).x)),
    right: Math.max(...members.map((node) => at(places, node).x + node.width)),
  };
}

/** How many edges pass the vertical line just before an `x`: those that have begun there, less those that have ended. */
function crossingsOf(links: readonly Link[], places: ReadonlyMap<string, Point>): (x: number) => number {
  const begun: number[] = [];
  const ended: number[] = [];
  for (const link of links) {
    const from = places.get(link.from);
    const to = places.get(link.to);
    if (from === undefined || to === undefined) continue;
    begun.push(Math.min(from.x, to.x));
    ended.push(Math.max(from.x, to.x));
  }
  begun.sort((a, b) => a - b);
  ended.sort((a, b) => a - b);
  return (x) => countBelow(begun, x) - countBelow(ended, x);
}

/** How many of the sorted numbers are below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function at(places: ReadonlyMap<string, Point>, node: Sized): Point {
  return places.get(node.key) ?? { x: 0, y: 0 };
}
