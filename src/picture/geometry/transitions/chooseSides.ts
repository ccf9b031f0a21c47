import type { Side } from '../ports';
import { contains, type Rect } from '../rect';
import { type End, join, pointOn, type Way } from './sides';

/** The sides at which a line leaves one state and meets another. */
export interface Sides {
  readonly from: Side;
  readonly to: Side;
  /** The state that it leaves, or meets, holds the other end. */
  readonly fromInner: boolean;
  readonly toInner: boolean;
}

const SIDES: readonly Side[] = ['right', 'bottom', 'left', 'top'];
/** What a bend, a state that is passed behind, and a way back on itself weigh, in pixels. */
const BEND = 60;
const BEHIND = 1_200;
const BACK = 400;
/** A machine is read to the right and down: the other sides are taken where they spare a detour. */
const DISLIKE: Readonly<Record<'from' | 'to', Readonly<Record<Side, number>>>> = {
  from: { right: 0, bottom: 20, top: 60, left: 60 },
  to: { left: 0, top: 20, bottom: 60, right: 60 },
};

/** The sides that give the shortest line with the fewest bends that passes behind nothing. */
export function chooseSides(source: Rect, target: Rect, obstacles: readonly Rect[]): Sides {
  const fromInner = holds(source, target);
  const toInner = holds(target, source);
  let best: Sides = { from: 'right', to: 'left', fromInner, toInner };
  let least = Number.POSITIVE_INFINITY;
  for (const from of SIDES) {
    for (const to of SIDES) {
      const one = end(source, from, fromInner, target);
      const other = end(target, to, toInner, source);
      const dislike = DISLIKE.from[from] + DISLIKE.to[to];
      // No way is shorter than that: of thousands of transitions most sides need not be tried.
      if (Math.abs(one.at.x - other.at.x) + Math.abs(one.at.y - other.at.y) + dislike >= least) continue;
      const way = join(one, other);
      const cost = costOf(way, obstacles, source, target, fromInner || toInner) + dislike;
      if (cost < least) {
        least = cost;
        best = { from, to, fromInner, toInner };
      }
    }
  }
  return best;
}

/** Where a line meets the middle of a side; from inside it meets the border level with the other end. */
export function end(rect: Rect, side: Side, inner: boolean, other: Rect, share = 0.5): End {
  if (!inner) return { at: pointOn(rect, side, share), side, inner };
  const x = other.x + other.width * share;
  const y = other.y + other.height * share;
  const at = pointOn(rect, side, 0.5);
  return { at: side === 'left' || side === 'right' ? { x: at.x, y } : { x, y: at.y }, side, inner };
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer !== inner &&
    contains(outer, inner.x, inner.y) &&
    contains(outer, inner.x + inner.width, inner.y + inner.height)
  );
}

function costOf(way: Way, obstacles: readonly Rect[], source: Rect, target: Rect, nested: boolean): number {
  let cost = BEND * (way.length - 2);
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (from === undefined) continue;
    cost += Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    for (const rect of obstacles) if (crosses(from, to, rect)) cost += BEHIND;
    if (nested) continue;
    if (crosses(from, to, source)) cost += BACK;
    if (crosses(from, to, target)) cost += BACK;
  }
  return cost;
}

/** Whether a straight piece passes through a rectangle. */
function crosses(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  rect: Rect,
): boolean {
  return (
    Math.max(from.x, to.x) > rect.x + 1 &&
    Math.min(from.x, to.x) < rect.x + rect.width - 1 &&
    Math.max(from.y, to.y) > rect.y + 1 &&
    Math.min(from.y, to.y) < rect.y + rect.height - 1
  );
}
