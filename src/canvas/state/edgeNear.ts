import { distanceTo } from '#picture';
import type { CanvasState } from './canvasStore';
import type { Point } from './gestures';

/** The edge nearest to a point of the canvas, if it is within `reach`; only edges of the document. */
export function edgeNear(state: CanvasState, at: Point, reach: number): string | null {
  let nearest: string | null = null;
  let best = reach;
  for (const [key, route] of state.routeBook.of(state)) {
    if (route.edge.implied || state.nodes.get(route.edge.from)?.dynamic) continue;
    const away = distanceTo(route.points, at);
    if (away >= best) continue;
    best = away;
    nearest = key;
  }
  return nearest;
}
