import { GAP, type Size } from './sizes';

/** A rectangle in canvas pixels. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Smallest box in which a few steps can still be read. */
const LEAST: Size = { width: 320, height: 200 };
const STEP = 20;

/** Whether two rectangles share room, or come closer than `margin`. */
export function overlaps(a: Rect, b: Rect, margin = 0): boolean {
  return (
    a.x < b.x + b.width + margin &&
    b.x < a.x + a.width + margin &&
    a.y < b.y + b.height + margin &&
    b.y < a.y + a.height + margin
  );
}

/**
 * The largest size, up to `wanted`, that a box at a fixed top left corner can have without touching the others.
 *
 * @param least by default what a few steps need
 * @returns null when there is less room than that
 */
export function roomFor(
  corner: Rect,
  others: readonly Rect[],
  wanted: Size,
  least: Size = LEAST,
): Size | null {
  let best: Size | null = null;
  for (let width = wanted.width; width >= least.width; width -= STEP) {
    const height = freeHeight({ ...corner, width, height: wanted.height }, others);
    if (height >= least.height && (best === null || width * height > best.width * best.height))
      best = { width, height };
  }
  return best;
}

function freeHeight(rect: Rect, others: readonly Rect[]): number {
  const inTheWay = others.filter((other) => overlaps(rect, other, STEP));
  const top = Math.min(Number.POSITIVE_INFINITY, ...inTheWay.map((other) => other.y));
  return Math.min(rect.height, top - GAP.height / 2 - rect.y);
}
