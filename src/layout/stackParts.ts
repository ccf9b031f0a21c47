import type { Link, Point, Sized } from './layered';
import { levelTops } from './levelTops';
import { GAP } from './sizes';
import { wrapRows } from './wrapRows';

/** A part of a container that is laid out by itself, in document order. */
export type Part = readonly Sized[];

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
