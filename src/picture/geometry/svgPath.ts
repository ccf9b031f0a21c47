import type { Point } from './point';

/** An SVG path of straight pieces whose corners are rounded by quadratic curves. */
export function svgPath(points: readonly Point[], radius: number): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const from = towards(point, before, radius);
      const to = towards(point, after, radius);
      return `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
    })
    .join('');
}

/** The point `radius` away from a corner on the way to the next, at most half way. */
function towards(corner: Point, next: Point, radius: number): Point {
  const length = Math.hypot(next.x - corner.x, next.y - corner.y);
  const share = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return { x: corner.x + (next.x - corner.x) * share, y: corner.y + (next.y - corner.y) * share };
}

/** A number as it is written in a picture: hundredths of a pixel are not seen. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
