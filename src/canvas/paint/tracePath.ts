import type { Point } from '../state/gestures';

/** What a path is traced on: a 2D canvas, a `Path2D`, or an SVG path written as text. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void;
}

/** Traces straight pieces with rounded corners; a corner between short pieces is rounded less. */
export function tracePath(pen: Pen, points: readonly Point[], radius: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  pen.moveTo(first.x, first.y);
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    const before = points[index] ?? first;
    if (next) {
      const room = Math.min(half(before, point), half(point, next), radius);
      pen.arcTo(point.x, point.y, next.x, next.y, room);
    } else pen.lineTo(point.x, point.y);
  }
}

function half(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / 2;
}
