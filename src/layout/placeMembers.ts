import type { Place } from '#plan';
import type { GraphEdge, GraphNode } from '#projection';
import { layered, type Point, type Sized } from './layered';
import { overlaps, type Rect } from './roomFor';
import { GAP, GRID, type Size, snap } from './sizes';
import { partsOf, stackParts } from './stackParts';
import { VIEW_WIDTH } from './viewWidth';

/**
 * Gives every member of a container its top left corner: the document's where it has one, else a free spot right
 * of what leads to it, or, when nothing in the container was placed yet, a layout of the whole.
 */
export function placeMembers(
  members: readonly GraphNode[],
  sizes: ReadonlyMap<string, Size>,
  edges: readonly GraphEdge[],
  placeOf: (node: GraphNode) => Place | undefined,
  origin: Point,
): ReadonlyMap<string, Point> {
  const sized = members.map((node): Sized => ({ key: node.key, ...sizeOf(sizes, node.key) }));
  const placed = new Map<string, Point>();
  for (const node of members) {
    const place = placeOf(node);
    if (place) placed.set(node.key, { x: place.x, y: place.y });
  }
  if (placed.size === 0) return layOutAll(sized, edges, origin);
  for (const node of sized) {
    if (!placed.has(node.key)) placed.set(node.key, freeSpot(node, sized, edges, placed, origin));
  }
  return placed;
}

function layOutAll(
  nodes: readonly Sized[],
  edges: readonly GraphEdge[],
  origin: Point,
): ReadonlyMap<string, Point> {
  const inner = edgesAmong(nodes, edges);
  const parts = partsOf(nodes, inner, origin.y > 0);
  const laidOut = parts.map((part) => layered(part, edgesAmong(part, inner)));
  const wrapped = stackParts(parts, laidOut, inner, VIEW_WIDTH);
  return new Map([...wrapped].map(([key, { x, y }]) => [key, { x: x + origin.x, y: y + origin.y }]));
}

/** Edges whose both ends are among the nodes, in their order. */
export function edgesAmong<Edge extends { readonly from: string; readonly to: string }>(
  nodes: readonly { readonly key: string }[],
  edges: readonly Edge[],
): readonly Edge[] {
  const keys = new Set(nodes.map((node) => node.key));
  return edges.filter((edge) => keys.has(edge.from) && keys.has(edge.to));
}

/** Right of its last placed predecessor, else below everything; moved down until it touches nothing. */
function freeSpot(
  node: Sized,
  all: readonly Sized[],
  edges: readonly GraphEdge[],
  placed: ReadonlyMap<string, Point>,
  origin: Point,
): Point {
  const taken = all.flatMap((other): Rect[] => {
    const at = placed.get(other.key);
    return at ? [{ ...at, width: other.width, height: other.height }] : [];
  });
  const before = edges.findLast((edge) => edge.to === node.key && placed.has(edge.from));
  const source = before && placed.get(before.from);
  const sourceWidth = all.find((other) => other.key === before?.from)?.width ?? 0;
  const below = Math.max(origin.y, ...taken.map((rect) => rect.y + rect.height + GAP.height));
  const x = source ? source.x + sourceWidth + GAP.width : origin.x;
  let y = source ? source.y : snap(below);
  while (taken.some((rect) => overlaps({ x, y, width: node.width, height: node.height }, rect, GRID / 2)))
    y += GRID;
  return { x, y };
}

function sizeOf(sizes: ReadonlyMap<string, Size>, key: string): Size {
  const { width, height } = sizes.get(key) ?? { width: 0, height: 0 };
  return { width, height };
}
