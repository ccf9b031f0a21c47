import type { Boxes, GraphEdge, GraphNode } from '#projection';
import { inputOffset, portOffset, shift } from './ports';
import type { Rect } from './rect';
import { type Route, type RouteEnds, routeOf } from './route';

/** An edge and its way over the canvas. */
export interface RoutedEdge extends Route {
  readonly edge: GraphEdge;
  /** How deep the container lies in which both ends are: 0 at the top. */
  readonly depth: number;
  readonly scale: number;
  readonly source: Rect;
  readonly target: Rect;
}

export interface RouteInput {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly boxes: Boxes;
  readonly rects: ReadonlyMap<string, Rect>;
}

/**
 * Ways of all edges whose both ends are drawn. Those whose ends stand where they stood keep their way from
 * `before`, so that dragging one node routes its own edges only.
 */
export function routeEdges(
  edges: readonly GraphEdge[],
  input: RouteInput,
  before: ReadonlyMap<string, RoutedEdge> = new Map(),
): ReadonlyMap<string, RoutedEdge> {
  const routes = new Map<string, RoutedEdge>();
  for (const edge of edges) {
    const ends = endsOf(edge, input);
    if (ends === null) continue;
    const old = before.get(edge.key);
    if (old && sameEnds(old, ends)) {
      routes.set(edge.key, old.edge === edge ? old : { ...old, edge });
      continue;
    }
    routes.set(edge.key, {
      ...routeOf(ends),
      edge,
      depth: depthOf(edge.from, input.nodes),
      scale: ends.scale,
      source: ends.source,
      target: ends.target,
    });
  }
  return routes;
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

function sameEnds(old: RoutedEdge, ends: RouteEnds): boolean {
  return sameRect(old.source, ends.source) && sameRect(old.target, ends.target) && old.scale === ends.scale;
}

function sameRect(a: Rect, b: Rect): boolean {
  return a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);
}

/** How many containers a node lies in. */
export function depthOf(key: string, nodes: ReadonlyMap<string, GraphNode>): number {
  let depth = 0;
  for (let parent = nodes.get(key)?.parent ?? null; parent !== null; depth++)
    parent = nodes.get(parent)?.parent ?? null;
  return depth;
}
