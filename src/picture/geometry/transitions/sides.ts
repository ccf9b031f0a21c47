import type { Point } from '../point';
import type { Side } from '../ports';
import type { Rect } from '../rect';

export type Way = readonly Point[];

/** One end of a line: where it meets a state, and on which side. */
export interface End {
  readonly at: Point;
  readonly side: Side;
  /** It meets the border from inside: the state holds the other end. */
  readonly inner: boolean;
}

/** How far a line runs straight out of a state before it bends. */
const STUB = 20;

/** The point of a side: `share` 0 to 1 along it; of an open state's left and right it stays beside its title. */
export function pointOn(rect: Rect, side: Side, share: number): Point {
  switch (side) {
    case 'left':
      return { x: rect.x, y: rect.y + rect.height * share };
    case 'right':
      return { x: rect.x + rect.width, y: rect.y + rect.height * share };
    case 'top':
      return { x: rect.x + rect.width * share, y: rect.y };
    case 'bottom':
      return { x: rect.x + rect.width * share, y: rect.y + rect.height };
  }
}

/** A line of straight pieces, across and down only, from one end to the other. */
export function join(from: End, to: End): Way {
  const a = out(from);
  const b = out(to);
  return straighten([from.at, a, ...bends(a, isAcross(from), b, isAcross(to)), b, to.at]);
}

function isAcross({ side }: Pick<End, 'side'>): boolean {
  return side === 'left' || side === 'right';
}

function out({ at, side, inner }: End): Point {
  const by = inner ? -STUB : STUB;
  switch (side) {
    case 'left':
      return { x: at.x - by, y: at.y };
    case 'right':
      return { x: at.x + by, y: at.y };
    case 'top':
      return { x: at.x, y: at.y - by };
    case 'bottom':
      return { x: at.x, y: at.y + by };
  }
}

function bends(a: Point, aAcross: boolean, b: Point, bAcross: boolean): Way {
  if (aAcross && bAcross) {
    const x = (a.x + b.x) / 2;
    return [
      { x, y: a.y },
      { x, y: b.y },
    ];
  }
  if (!aAcross && !bAcross) {
    const y = (a.y + b.y) / 2;
    return [
      { x: a.x, y },
      { x: b.x, y },
    ];
  }
  return [aAcross ? { x: b.x, y: a.y } : { x: a.x, y: b.y }];
}

/** Drops points that stand in a straight line, or on one another. */
function straighten(way: Way): Way {
  const kept: Point[] = [];
  for (const point of way) {
    const last = kept.at(-1);
    if (last && near(last.x, point.x) && near(last.y, point.y)) continue;
    const before = kept.at(-2);
    const inLine =
      before !== undefined &&
      last !== undefined &&
      ((near(before.x, last.x) && near(last.x, point.x)) ||
        (near(before.y, last.y) && near(last.y, point.y)));
    if (inLine) kept.pop();
    kept.push(point);
  }
  return kept;
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.5;
}
