import type { Boxes, GraphEdge, GraphNode } from '#projection';
import type { Point } from './point';
import type { Rect } from './rect';

/** An edge and its way over the canvas. */
export interface RoutedEdge {
  readonly edge: GraphEdge;
  /** Straight pieces; corners are rounded when it is drawn. */
  readonly points: readonly Point[];
  /** Where its label stands, or its tools. */
  readonly middle: Point;
  /** Of a transition: where the offset of a moved label counts from, whatever stands around it. */
  readonly anchor?: Point;
  /** How deep the container lies in which both ends are: 0 at the top. */
  readonly depth: number;
  readonly scale: number;
  readonly source: Rect;
  readonly target: Rect;
}

export type Routes = ReadonlyMap<string, RoutedEdge>;

export interface RouteInput {
  readonly edges: readonly GraphEdge[];
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly boxes: Boxes;
  readonly rects: ReadonlyMap<string, Rect>;
}

/** How many containers a node lies in. */
export function depthOf(key: string, nodes: ReadonlyMap<string, GraphNode>): number {
  let depth = 0;
  for (let parent = nodes.get(key)?.parent ?? null; parent !== null; depth++)
    parent = nodes.get(parent)?.parent ?? null;
  return depth;
}
