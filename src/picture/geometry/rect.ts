import type { Boxes, GraphBox } from '#projection';

/** A rectangle in canvas pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed {
  readonly key: string;
  readonly parent: string | null;
}

/** Places that a drag gives, by key, from the parent's corner; they replace those of the boxes. */
export type Moved = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

const NOTHING_MOVED: Moved = new Map();

/**
 * Rectangles from the origin of the canvas. A node whose parent is not drawn counts from the origin: it is the
 * top of what is shown.
 *
 * @returns the rectangle of every node that has a box, by key
 */
export function absoluteRects(
  nodes: readonly Placed[],
  boxes: Boxes,
  moved: Moved = NOTHING_MOVED,
): ReadonlyMap<string, Rect> {
  const parents = new Map(nodes.map((node) => [node.key, node.parent]));
  const rects = new Map<string, Rect>();
  const resolve = (key: string, box: GraphBox): Rect => {
    const known = rects.get(key);
    if (known) return known;
    const parent = parents.get(key) ?? null;
    const parentBox = parent === null ? undefined : boxes.get(parent);
    const origin = parent !== null && parentBox ? resolve(parent, parentBox) : { x: 0, y: 0 };
    const at = moved.get(key) ?? box;
    const rect = { x: origin.x + at.x, y: origin.y + at.y, width: box.width, height: box.height };
    rects.set(key, rect);
    return rect;
  };
  for (const { key } of nodes) {
    const box = boxes.get(key);
    if (box) resolve(key, box);
  }
  return rects;
}

/** The rectangle around all; null when there is none. */
export function boundsOf(rects: Iterable<Rect>): Rect | null {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height;
}

export function intersects(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * The least way, in pixels, that brings a rectangle into a pane wholly, or its top left corner where it is larger.
 *
 * @param room free pixels to keep at the borders of the pane
 * @returns nothing to move when it is there already
 */
export function wayInto(
  rect: Rect,
  pane: Pick<Rect, 'width' | 'height'>,
  room: number,
): { readonly x: number; readonly y: number } {
  return {
    x: wayAlong(rect.x, rect.width, pane.width, room),
    y: wayAlong(rect.y, rect.height, pane.height, room),
  };
}

function wayAlong(from: number, length: number, space: number, room: number): number {
  if (from >= 0 && from + length <= space) return 0;
  if (from < 0 || length + room > space) return room - from;
  return space - room - (from + length);
}
