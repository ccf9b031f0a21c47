import type { GraphEdge } from '#projection';
import { isNameless } from '../cardText';
import { middleOf } from './along';
import { inputOffset, portOffset, shift } from './ports';
import type { Rect } from './rect';
import { type RouteEnds, routeOf } from './route';
import { depthOf, type RoutedEdge, type RouteInput, type Routes } from './routed';
import { routeTransitions } from './transitions/transitionRoutes';

/** In a container with more nodes than this, lines may pass behind cards: looking for free ways costs too much. */
const AVOID_AMONG = 120;

/** Ways of all edges whose both ends are drawn, at once. */
export function routeEdges(input: RouteInput, before?: Routes): Routes {
  if (hasTransitions(input)) return routeTransitions(input);
  const routes = new Map<string, RoutedEdge>();
  const routing = routeInSlices(input, routes, before);
  while (!routing.next().done);
  return routes;
}

export function hasTransitions({ edges }: RouteInput): boolean {
  return edges.some(({ transition }) => transition !== undefined);
}

/** So many edges are routed in one go: of a larger graph the others follow frame by frame (measured: 6 µs each). */
export const EDGES_AT_ONCE = 8_000;

/**
 * Puts the ways of edges that are no transitions into `routes`, a slice at each step. Those whose ends stand where
 * they stood keep their way from `before`, so that dragging one node routes its own edges only.
 */
export function* routeInSlices(
  input: RouteInput,
  routes: Map<string, RoutedEdge>,
  before: Routes = new Map(),
): Generator<void, void> {
  const siblings = siblingRects(input);
  let made = 0;
  for (const edge of input.edges) {
    const ends = endsOf(edge, input);
    if (ends === null) {
      routes.delete(edge.key);
      continue;
    }
    const old = before.get(edge.key);
    if (old && sameRect(old.source, ends.source) && sameRect(old.target, ends.target)) {
      routes.set(edge.key, old.edge === edge ? old : { ...old, edge });
      continue;
    }
    if (made === EDGES_AT_ONCE) {
      yield;
      made = 0;
    }
    made++;
    const among = siblings.get(input.nodes.get(edge.from)?.parent ?? null) ?? [];
    const obstacles =
      among.length > AVOID_AMONG ? [] : among.filter((rect) => rect !== ends.source && rect !== ends.target);
    const points = routeOf(ends, obstacles);
    const { scale, source, target } = ends;
    const depth = depthOf(edge.from, input.nodes);
    routes.set(edge.key, { edge, points, middle: middleOf(points), depth, scale, source, target });
  }
}

function siblingRects({ nodes, rects }: RouteInput): ReadonlyMap<string | null, readonly Rect[]> {
  const siblings = new Map<string | null, Rect[]>();
  for (const [key, rect] of rects) {
    const node = nodes.get(key);
    // Lines may pass under a note: it explains them.
    if (!node || (node.type === 'NOTE' && !isNameless(node))) continue;
    const list = siblings.get(node.parent);
    if (list) list.push(rect);
    else siblings.set(node.parent, [rect]);
  }
  return siblings;
}

function endsOf(edge: GraphEdge, { nodes, boxes, rects }: RouteInput): RouteEnds | null {
  const node = nodes.get(edge.from);
  const source = rects.get(edge.from);
  const target = rects.get(edge.to);
  const sourceBox = boxes.get(edge.from);
  const targetBox = boxes.get(edge.to);
  if (!node || !source || !target || !sourceBox || !targetBox) return null;
  // Rows of text stand too close for lines; their order says it.
  if (sourceBox.form === 'row' || targetBox.form === 'row') return null;
  return {
    source,
    target,
    from: shift(source, portOffset(node, edge.port, sourceBox)),
    down: edge.port === 'error',
    to: shift(target, inputOffset(targetBox)),
    scale: Math.min(sourceBox.scale, targetBox.scale),
  };
}

function sameRect(a: Rect, b: Rect): boolean {
  return a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);
}
