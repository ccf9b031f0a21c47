import type { Link, Point, Sized } from './layered';
import { GAP } from './sizes';

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
export function wrapRows(
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
