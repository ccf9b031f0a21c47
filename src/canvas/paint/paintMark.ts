import { COLOUR_NAMES, type ColourName, type PlainMark, type Point } from '#picture';

/** The design's tokens as they are now, for what is painted and not styled. */
export type Colours = Readonly<Record<ColourName, string>> & { readonly font: string };

/** Reads the tokens of the theme that is shown. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = COLOUR_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  return { ...Object.fromEntries(entries), font: style.getPropertyValue('--font-ui') };
}

/** What of a 2D canvas marks are painted with. */
export type Paper = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'arcTo'
  | 'beginPath'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'lineCap'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'roundRect'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
>;

/**
 * Paints a mark on a 2D canvas.
 *
 * @param zoom pixels of the screen for one of the picture
 */
export function paintMark(paper: Paper, colours: Colours, mark: PlainMark, zoom: number): void {
  if (mark.tag === 'text') {
    paintText(paper, colours, mark);
    return;
  }
  const { fill, stroke } = mark.look;
  if (spotOf(mark) === null) {
    paper.beginPath();
    trace(paper, mark);
  }
  if (fill !== undefined) fillShape(paper, mark, colours[fill]);
  if (stroke !== undefined) strokeShape(paper, mark, colours[stroke], zoom);
}

type Shape = Exclude<PlainMark, { readonly tag: 'text' }>;

/** A rectangle without round corners: of many thousand a path each would cost more than all else. */
function spotOf(mark: Shape): Extract<Shape, { readonly tag: 'rect' }> | null {
  return mark.tag === 'rect' && mark.radius === 0 ? mark : null;
}

function fillShape(paper: Paper, mark: Shape, colour: string): void {
  const { cover } = mark.look;
  paper.fillStyle = colour;
  if (cover !== undefined) paper.globalAlpha = cover;
  const spot = spotOf(mark);
  if (spot) paper.fillRect(spot.x, spot.y, spot.width, spot.height);
  else paper.fill();
  if (cover !== undefined) paper.globalAlpha = 1;
}

function strokeShape(paper: Paper, mark: Shape, colour: string, zoom: number): void {
  const { width = 1, least = 0, dash, cap, border } = mark.look;
  paper.strokeStyle = colour;
  paper.lineWidth = Math.max(width, least / zoom);
  if (dash !== undefined) paper.setLineDash(dash);
  if (cap !== undefined) paper.lineCap = cap;
  if (border !== undefined) paper.globalAlpha = border;
  const spot = spotOf(mark);
  if (spot) paper.strokeRect(spot.x, spot.y, spot.width, spot.height);
  else paper.stroke();
  if (dash !== undefined) paper.setLineDash(SOLID);
  if (cap !== undefined) paper.lineCap = 'butt';
  if (border !== undefined) paper.globalAlpha = 1;
}

const SOLID: number[] = [];

function trace(paper: Paper, mark: Shape): void {
  switch (mark.tag) {
    case 'rect':
      paper.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
      return;
    case 'circle':
      paper.arc(mark.x, mark.y, mark.r, 0, 2 * Math.PI);
      return;
    case 'line':
      traceLine(paper, mark.points, mark.corner);
      if (mark.closed) paper.closePath();
  }
}

/** Straight pieces with rounded corners; a corner between short pieces is rounded less. */
function traceLine(paper: Paper, points: readonly Point[], corner: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  paper.moveTo(first.x, first.y);
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    const before = points[index] ?? first;
    if (next && corner > 0) {
      const radius = Math.min(half(before, point), half(point, next), corner);
      paper.arcTo(point.x, point.y, next.x, next.y, radius);
    } else paper.lineTo(point.x, point.y);
  }
}

function half(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / 2;
}

const ALIGNED = { start: 'left', middle: 'center', end: 'right' } as const;

function paintText(
  paper: Paper,
  colours: Colours,
  { text, x, y, size, weight, ink, anchor }: Extract<PlainMark, { readonly tag: 'text' }>,
): void {
  paper.font = `${weight} ${size}px ${colours.font}`;
  paper.textAlign = ALIGNED[anchor];
  paper.textBaseline = 'alphabetic';
  paper.fillStyle = colours[ink];
  paper.fillText(text, x, y);
}
