import type { Point } from './point';

/** The point half way along a line of straight pieces: where labels and tools are. */
export function middleOf(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, index) => distance(points[index] ?? point, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    const from = points[index];
    const to = points[index + 1];
    if (from && to && rest <= length) return pointOn(from, to, length === 0 ? 0 : rest / length);
    rest -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** How long a line of straight pieces is. */
export function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + distance(points[index] ?? point, point), 0);
}

/** How far a point is from the nearest piece of a line. */
export function distanceTo(points: readonly Point[], point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from) nearest = Math.min(nearest, distanceToPiece(from, to, point));
  }
  return nearest;
}

function distanceToPiece(from: Point, to: Point, point: Point): number {
  const length = distance(from, to);
  if (length === 0) return distance(from, point);
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  return distance(pointOn(from, to, Math.min(1, Math.max(0, along))), point);
}

function pointOn(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
