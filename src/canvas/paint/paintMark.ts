import { COLOUR_NAMES, type ColourName, type PlainMark, type Point } from '#picture';

/** The design's tokens as they are now, for what is painted and not styled. */
export type Colours = Readonly<Record<ColourName, string>> & { readonly font: string };

/** Reads the tokens of the theme that is shown. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(entries), font: style.getPropertyValue('--font-ui') };
}

/**
 * Paints a mark on a 2D canvas.
 *
 * @param zoom pixels of the screen for one of the picture
 */
export function paintMark(
  context: CanvasRenderingContext2D,
  colours: Colours,
  mark: PlainMark,
  zoom: number,
): void {
  if (mark.tag === 'text') {
    paintText(context, colours, mark);
    return;
  }
  const { fill, stroke } = mark.look;
  if (spotOf(mark) === null) {
    context.beginPath();
    trace(context, mark);
  }
  if (fill !== undefined) fillShape(context, mark, colours[fill]);
  if (stroke !== undefined) strokeShape(context, mark, colours[stroke], zoom);
}

type Shape = Exclude<PlainMark, { readonly tag: 'text' }>;

/** A rectangle without round corners: of many thousand a path each would cost more than all else. */
function spotOf(mark: Shape): Extract<Shape, { readonly tag: 'rect' }> | null {
  return mark.tag === 'rect' && mark.radius === 0 ? mark : null;
}

function fillShape(context: CanvasRenderingContext2D, mark: Shape, colour: string): void {
  const { cover } = mark.look;
  context.fillStyle = colour;
  if (cover !== undefined) context.globalAlpha = cover;
  const spot = spotOf(mark);
  if (spot) context.fillRect(spot.x, spot.y, spot.width, spot.height);
  else context.fill();
  if (cover !== undefined) context.globalAlpha = 1;
}

function strokeShape(context: CanvasRenderingContext2D, mark: Shape, colour: string, zoom: number): void {
  const { width = 1, least = 0, dash, cap, border } = mark.look;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(width, least / zoom);
  if (dash !== undefined) context.setLineDash(dash);
  if (cap !== undefined) context.lineCap = cap;
  if (border !== undefined) context.globalAlpha = border;
  const spot = spotOf(mark);
  if (spot) context.strokeRect(spot.x, spot.y, spot.width, spot.height);
  else context.stroke();
  if (dash !== undefined) context.setLineDash(SOLID);
  if (cap !== undefined) context.lineCap = 'butt';
  if (border !== undefined) context.globalAlpha = 1;
}

const SOLID: number[] = [];

function trace(context: CanvasRenderingContext2D, mark: Shape): void {
  switch (mark.tag) {
    case 'rect':
      context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
      return;
    case 'circle':
      context.arc(mark.x, mark.y, mark.r, 0, 2 * Math.PI);
      return;
    case 'line':
      traceLine(context, mark.points, mark.corner);
      if (mark.closed) context.closePath();
  }
}

/** Straight pieces with rounded corners; a corner between short pieces is rounded less. */
function traceLine(context: CanvasRenderingContext2D, points: readonly Point[], corner: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  context.moveTo(first.x, first.y);
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    const before = points[index] ?? first;
    if (next && corner > 0) {
      const radius = Math.min(half(before, point), half(point, next), corner);
      context.arcTo(point.x, point.y, next.x, next.y, radius);
    } else context.lineTo(point.x, point.y);
  }
}

function half(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / 2;
}

const ALIGNED = { start: 'left', middle: 'center', end: 'right' } as const;

function paintText(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { text, x, y, size, weight, ink, anchor }: Extract<PlainMark, { readonly tag: 'text' }>,
): void {
  context.font = `${weight} ${size}px ${colours.font}`;
  context.textAlign = ALIGNED[anchor];
  context.textBaseline = 'alphabetic';
  context.fillStyle = colours[ink];
  context.fillText(text, x, y);
}
