import { GRID, type Rect, snap } from '#layout';
import type { Point } from './place';

/** Between neighbours, as new nodes keep it. */
const BESIDE = 56;

type Rects = ReadonlyMap<string, Rect>;

/**
 * Pushes nodes to the right or down, and with them, by as much, whatever they would come too near to: a row moves
 * as one, other rows stay. What lies before them never moves.
 *
 * @param rects the nodes of one container
 * @param first keys of those that have to move
 * @returns new top left corners of all that move
 */
export function push(
  rects: Rects,
  first: Iterable<string>,
  axis: 'x' | 'y',
  by: number,
): ReadonlyMap<string, Point> {
  const moving = new Set(first);
  for (const key of moving) {
    const mover = rects.get(key);
    if (mover === undefined) continue;
    for (const [other, rect] of rects) if (isInTheWay(mover, rect, axis, by)) moving.add(other);
  }
  const places = new Map<string, Point>();
  for (const key of moving) {
    const rect = rects.get(key);
    if (rect) places.set(key, axis === 'x' ? { x: rect.x + by, y: rect.y } : { x: rect.x, y: rect.y + by });
  }
  return places;
}

/** A distance on the grid that is at least so long. */
export function gridAtLeast(distance: number): number {
  const near = snap(distance);
  return near < distance ? near + GRID : near;
}

/** Whether two rectangles would meet if one of them slid along an axis. */
export function shareBand(a: Rect, b: Rect, axis: 'x' | 'y'): boolean {
  return axis === 'x'
    ? a.y < b.y + b.height && b.y < a.y + a.height
    : a.x < b.x + b.width && b.x < a.x + a.width;
}

function isInTheWay(mover: Rect, other: Rect, axis: 'x' | 'y', by: number): boolean {
  const [end, begin] = axis === 'x' ? [mover.x + mover.width, other.x] : [mover.y + mover.height, other.y];
  return begin >= end && begin < end + by + BESIDE && shareBand(mover, other, axis);
}
