import type { Place } from '#plan';
import type { GraphEdge, GraphNode } from '#projection';
import { FreeSpots } from './freeSpots';
import { layered, type Point, type Sized } from './layered';
import type { Size } from './sizes';
import { linksWithin, partsOf, stackParts } from './stackParts';
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
  const stored = storedPlaces(members, placeOf);
  if (stored.size === members.length) return stored;
  const sized = members.map((node): Sized => ({ key: node.key, ...sizeOf(sizes, node.key) }));
  const spots = new FreeSpots(sized, edges, origin);
  for (const [key, place] of stored) spots.take(key, place);
  if (spots.places.size === 0) return layOutAll(sized, edges, origin);
  for (const node of sized) if (!spots.places.has(node.key)) spots.settle(node);
  return spots.places;
}

function storedPlaces(
  members: readonly GraphNode[],
  placeOf: (node: GraphNode) => Place | undefined,
): ReadonlyMap<string, Point> {
  const stored = new Map<string, Point>();
  for (const node of members) {
    const place = placeOf(node);
    if (place !== undefined) stored.set(node.key, { x: place.x, y: place.y });
  }
  return stored;
}

function layOutAll(
  nodes: readonly Sized[],
  edges: readonly GraphEdge[],
  origin: Point,
): ReadonlyMap<string, Point> {
  const inner = edgesAmong(nodes, edges);
  const parts = partsOf(nodes, inner, origin.y > 0);
  const within = linksWithin(parts, inner);
  const laidOut = parts.map((part, index) => layered(part, within[index] ?? []));
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

function sizeOf(sizes: ReadonlyMap<string, Size>, key: string): Size {
  const { width, height } = sizes.get(key) ?? { width: 0, height: 0 };
  return { width, height };
}
