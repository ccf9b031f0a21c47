import {
  type ColourName,
  EDGE_CORNER,
  EDGE_STROKES,
  EDGE_WIDTH,
  intersects,
  type Point,
  type Rect,
  type RoutedEdge,
} from '#picture';
import type { DrawnTransition } from '#projection';
import type { Colours } from './paintFar';

/** Below this zoom a label could not be read. */
const LABEL_ZOOM = 0.55;

interface EdgePicture {
  readonly routes: Iterable<RoutedEdge>;
  /** What is seen of the canvas, in canvas pixels. */
  readonly seen: Rect;
  readonly zoom: number;
  readonly active: string | null;
  readonly drop: string | null;
  readonly selected: ReadonlySet<string>;
  /** How far live dashes have moved, in canvas pixels. */
  readonly march: number;
}

/** Strokes the edges of one depth. @returns those whose labels are still to be painted, above the cards */
export function paintEdges(
  context: CanvasRenderingContext2D,
  colours: Colours,
  picture: EdgePicture,
): readonly RoutedEdge[] {
  const seen: RoutedEdge[] = [];
  for (const route of picture.routes) {
    if (!intersects(boundsOf(route), picture.seen)) continue;
    seen.push(route);
    strokeEdge(context, colours, picture, route);
  }
  context.setLineDash([]);
  return seen;
}

/** Paints the name of each port other than `out` as a pill in the middle of its line. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  colours: Colours,
  zoom: number,
  routes: readonly RoutedEdge[],
): void {
  for (const { edge, middle, scale } of routes) {
    if (edge.port === 'out' || zoom * scale < LABEL_ZOOM) continue;
    paintPill(context, colours, edge.port, middle, scale, edge.port === 'error' ? 'bad' : 'ink-2');
  }
}

function strokeEdge(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { active, drop, selected, march, zoom }: EdgePicture,
  { edge, points, scale }: RoutedEdge,
): void {
  const stroke = EDGE_STROKES[edge.state];
  const chosen = selected.has(edge.key);
  const lit = chosen || edge.key === active || edge.key === drop;
  const possible = edge.transition?.lit === true || edge.transition?.preview === true;
  context.strokeStyle = colours[lit || possible ? 'accent' : stroke.colour];
  context.fillStyle = edge.transition?.cause === 'initial' ? colours['ink-2'] : context.strokeStyle;
  // From far away a line is no thinner than a pixel.
  context.lineWidth = Math.max(EDGE_WIDTH * scale, 1 / zoom) * (chosen ? 1.6 : lit ? 1.25 : 1);
  context.lineCap = edge.state === 'dead' ? 'round' : 'butt';
  const dash = edge.key === drop ? EDGE_STROKES.live.dash : stroke.dash;
  context.setLineDash(dash.map((length) => length * scale));
  context.lineDashOffset = edge.state === 'live' ? -march : 0;
  context.beginPath();
  tracePath(context, points, EDGE_CORNER * scale);
  context.stroke();
  if (edge.transition !== undefined) paintEnds(context, edge.transition, points);
}

function boundsOf({ source, target, points }: RoutedEdge): Rect {
  let left = Math.min(source.x, target.x);
  let top = Math.min(source.y, target.y);
  let right = Math.max(source.x + source.width, target.x + target.width);
  let bottom = Math.max(source.y + source.height, target.y + target.height);
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const HEAD = 8;
const HALF = 4.5;
const DOT = 7;

/** The head of a transition, and the dot where a region begins; filled with the colour that is set. */
function paintEnds(
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

const TEXT = 11;
const HEIGHT = 20;
const INSET = 8;

/** A small label on a line: paper inside, so that the line seems to pass behind it. */
function paintPill(
  context: CanvasRenderingContext2D,
  colours: Colours,
  text: string,
  middle: Point,
  scale: number,
  ink: ColourName,
): void {
  context.font = `600 ${TEXT * scale}px ${colours.font}`;
  const width = context.measureText(text).width + 2 * INSET * scale;
  const height = HEIGHT * scale;
  context.beginPath();
  context.roundRect(middle.x - width / 2, middle.y - height / 2, width, height, height / 2);
  context.fillStyle = colours.paper;
  context.fill();
  context.strokeStyle = colours.line;
  context.lineWidth = scale;
  context.stroke();
  context.fillStyle = colours[ink];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, middle.x, middle.y + 0.5 * scale);
}

/** What a path is traced on: a 2D canvas, a `Path2D`, or an SVG path written as text. */
interface Pen {
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
