import { GRID, insideOf, insideOfState, type Rect, type Size, snap } from '#layout';
import type { Boxes, Graph, GraphBox, GraphNode } from '#projection';

/** A point in canvas pixels, counted from the top left corner of the box that it is in. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Between a new node and its neighbour: columns and rows fall on the grid (204 + 56, 56 + 44). */
const BESIDE = 56;
const BELOW = 100;
const MARGIN = GRID;
const MOST_TRIES = 500;

/**
 * A free place for a new node: to the right of `anchor`, else of the last node of that box, and down from there
 * until nothing overlaps.
 *
 * @param container the box or lane that it goes into; null at the top
 */
export function freePlace(
  scene: { readonly graph: Graph; readonly boxes: Boxes },
  container: GraphNode | null,
  size: Size,
  anchor: string | null = null,
): Point {
  const siblings = boxesIn(scene, container?.key ?? null);
  const beside = (anchor === null ? undefined : siblings.get(anchor)) ?? [...siblings.values()].at(-1);
  const start =
    beside === undefined ? firstPlace(container) : { x: beside.x + beside.width + BESIDE, y: beside.y };
  return firstFree({ x: snap(start.x), y: snap(start.y) }, size, [...siblings.values()]);
}

/** The nearest free place at or below a point: nothing is put on top of something else. */
export function firstFree(start: Point, size: Size, taken: readonly Rect[]): Point {
  let { x, y } = start;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const hit = taken.find((box) => overlaps({ x, y }, size, box));
    if (hit === undefined) break;
    y = Math.max(y + GRID, snap(hit.y + hit.height + BELOW - 56));
  }
  return { x, y };
}

/** The boxes of the nodes directly inside `parent`, by key, in document order. */
export function boxesIn(
  scene: { readonly graph: Graph; readonly boxes: Boxes },
  parent: string | null,
): ReadonlyMap<string, GraphBox> {
  const found = new Map<string, GraphBox>();
  for (const node of scene.graph.nodes) {
    const box = scene.boxes.get(node.key);
    if (node.parent === parent && box !== undefined) found.set(node.key, box);
  }
  return found;
}

/** The top left corner of a node whose middle is at a point; inside a box it keeps clear of title and border. */
export function cornerAround(middle: Point, size: Size, container: GraphNode | null): Point {
  const corner = { x: snap(middle.x - size.width / 2), y: snap(middle.y - size.height / 2) };
  if (container === null) return corner;
  const first = insideOfCard(container);
  return { x: Math.max(first.x, corner.x), y: Math.max(first.y, corner.y) };
}

function firstPlace(container: GraphNode | null): Point {
  return container === null ? { x: 2 * GRID, y: 2 * GRID } : insideOfCard(container);
}

function insideOfCard(container: GraphNode): Point {
  return container.type === 'STATE' ? insideOfState(container.shape.region) : insideOf(container);
}

function overlaps(point: Point, size: Size, box: Rect): boolean {
  return (
    point.x < box.x + box.width + MARGIN &&
    box.x < point.x + size.width + MARGIN &&
    point.y < box.y + box.height + MARGIN &&
    box.y < point.y + size.height + MARGIN
  );
}
