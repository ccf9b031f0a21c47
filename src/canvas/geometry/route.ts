import type { Point } from '../state/gestures';
import type { Rect } from './rect';

/** What the way of an edge depends on. */
export interface RouteEnds {
  readonly source: Rect;
  readonly target: Rect;
  /** Where it leaves: a port on the right side, or below when `down`. */
  readonly from: Point;
  readonly down: boolean;
  /** Where it enters on the left side. */
  readonly to: Point;
  /** Scale of the cards at its ends. */
  readonly scale: number;
}

/** An edge as straight pieces; corners are rounded when it is drawn. */
export interface Route {
  readonly points: readonly Point[];
  readonly middle: Point;
}

/** Shortest piece that leaves and enters a card. */
const STUB = 18;
const OVERLAP = 32;

/**
 * The way of an edge: forward from right to left, straight down (or up) to a card that stands below (above), and
 * otherwise around: out to the right, back between the rows, in from the left, like the next line of a text.
 */
export function routeOf(ends: RouteEnds): Route {
  return withMiddle(simplify(pointsOf(ends)));
}

function pointsOf(ends: RouteEnds): readonly Point[] {
  const { source, target, from, to, scale } = ends;
  const stub = STUB * scale;
  if (ends.down) return downwards(ends, stub);
  if (to.x - from.x >= stub) return forward(from, to);
  const shared = sharedColumn(source, target, OVERLAP * scale);
  if (shared !== null && target.y >= source.y + source.height + stub)
    return [
      { x: shared, y: source.y + source.height },
      { x: shared, y: target.y },
    ];
  if (shared !== null && source.y >= target.y + target.height + stub)
    return [
      { x: shared, y: source.y },
      { x: shared, y: target.y + target.height },
    ];
  return around(ends, stub);
}

function forward(from: Point, to: Point): readonly Point[] {
  const x = (from.x + to.x) / 2;
  return [from, { x, y: from.y }, { x, y: to.y }, to];
}

function around({ source, target, from, to }: RouteEnds, stub: number): readonly Point[] {
  const y = between(source, target, stub);
  const out = from.x + stub;
  const back = to.x - stub;
  return [from, { x: out, y: from.y }, { x: out, y }, { x: back, y }, { x: back, y: to.y }, to];
}

/** From the port below: down, then to the target like any other edge. */
function downwards({ source, target, from, to }: RouteEnds, stub: number): readonly Point[] {
  if (to.x - from.x >= stub && to.y >= from.y + stub) return [from, { x: from.x, y: to.y }, to];
  const y = Math.max(from.y + stub, between(source, target, stub));
  const back = to.x - stub;
  return [from, { x: from.x, y }, { x: back, y }, { x: back, y: to.y }, to];
}

/** A height that is free: between two rows, or below both. */
function between(source: Rect, target: Rect, stub: number): number {
  const sourceBottom = source.y + source.height;
  const targetBottom = target.y + target.height;
  if (target.y >= sourceBottom) return (sourceBottom + target.y) / 2;
  if (source.y >= targetBottom) return (targetBottom + source.y) / 2;
  return Math.max(sourceBottom, targetBottom) + stub;
}

/** Where a vertical line meets both: at the middle of the narrower one when the other reaches over it. */
function sharedColumn(source: Rect, target: Rect, least: number): number | null {
  const left = Math.max(source.x, target.x);
  const right = Math.min(source.x + source.width, target.x + target.width);
  if (right - left < least) return null;
  const middle = source.width <= target.width ? centre(source) : centre(target);
  return Math.min(Math.max(middle, left + least / 2), right - least / 2);
}

function centre(rect: Rect): number {
  return rect.x + rect.width / 2;
}

/** Drops points that stand in a straight line, so that no corner is rounded where there is none. */
function simplify(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return true;
    const sameColumn = Math.abs(before.x - point.x) < 0.5 && Math.abs(point.x - after.x) < 0.5;
    const sameRow = Math.abs(before.y - point.y) < 0.5 && Math.abs(point.y - after.y) < 0.5;
    return !sameColumn && !sameRow;
  });
}

function withMiddle(points: readonly Point[]): Route {
  const lengths = points.slice(1).map((point, index) => distance(points[index] ?? point, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    const from = points[index];
    const to = points[index + 1];
    if (from && to && rest <= length) {
      const share = length === 0 ? 0 : rest / length;
      return { points, middle: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share } };
    }
    rest -= length;
  }
  return { points, middle: points[0] ?? { x: 0, y: 0 } };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** How far a point is from the nearest piece of a route. */
export function distanceTo(route: Route, point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, to] of route.points.entries()) {
    const from = route.points[index - 1];
    if (from) nearest = Math.min(nearest, distanceToPiece(from, to, point));
  }
  return nearest;
}

function distanceToPiece(from: Point, to: Point, point: Point): number {
  const length = distance(from, to);
  if (length === 0) return distance(from, point);
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const share = Math.min(1, Math.max(0, along));
  return distance({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, point);
}
