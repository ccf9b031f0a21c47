import type { DrawnTransition } from '#projection';
import type { Point } from '../state/gestures';

const HEAD = 8;
const HALF = 4.5;
const DOT = 7;

/** The head of a transition, and the dot where a region begins; filled with the colour that is set. */
export function paintEnds(
  context: CanvasRenderingContext2D,
  { cause, state }: DrawnTransition,
  points: readonly Point[],
): void {
  const tip = points.at(-1);
  const before = points.at(-2);
  const [first] = points;
  if (!tip || !before || !first) return;
  context.setLineDash([]);
  paintHead(context, before, tip);
  if (cause !== 'initial' && state !== null) return;
  context.beginPath();
  context.arc(first.x, first.y, cause === 'initial' ? DOT : DOT / 2, 0, 2 * Math.PI);
  context.fill();
}

function paintHead(context: CanvasRenderingContext2D, before: Point, tip: Point): void {
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  if (length === 0) return;
  const x = (tip.x - before.x) / length;
  const y = (tip.y - before.y) / length;
  const back = { x: tip.x - HEAD * x, y: tip.y - HEAD * y };
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  context.lineTo(back.x - HALF * y, back.y + HALF * x);
  context.lineTo(back.x + HALF * y, back.y - HALF * x);
  context.closePath();
  context.fill();
}
