import { EDGE_CORNER, EDGE_STROKES, EDGE_WIDTH, intersects, type Rect, type RoutedEdge } from '#picture';
import type { Colours } from './colours';
import { paintEnds } from './paintEnds';
import { paintPill } from './paintPill';
import { tracePath } from './tracePath';

/** Below this zoom a label could not be read. */
const LABEL_ZOOM = 0.55;

export interface EdgePicture {
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
