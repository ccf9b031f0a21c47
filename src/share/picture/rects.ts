import type { Boxes, Graph, GraphBox } from '#projection';

/** A rectangle in canvas pixels, from the origin of the picture. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes as they lie in the picture, those of containers first, so that what is in them is drawn over them. */
export function rectsOf(graph: Graph, boxes: Boxes): ReadonlyMap<string, Rect> {
  const parents = new Map(graph.nodes.map(({ key, parent }) => [key, parent]));
  const rects = new Map<string, Rect>();
  const place = (key: string, box: GraphBox): Rect => {
    const known = rects.get(key);
    if (known !== undefined) return known;
    const parent = parents.get(key) ?? null;
    const around = parent === null ? undefined : boxes.get(parent);
    const origin = parent === null || around === undefined ? { x: 0, y: 0 } : place(parent, around);
    const rect = { x: origin.x + box.x, y: origin.y + box.y, width: box.width, height: box.height };
    rects.set(key, rect);
    return rect;
  };
  for (const { key } of graph.nodes) {
    const box = boxes.get(key);
    if (box !== undefined) place(key, box);
  }
  return rects;
}

/** The rectangle around all, with a margin; a small empty one where there is nothing. */
export function around(rects: Iterable<Rect>, margin: number): Rect {
  const all = [...rects];
  if (all.length === 0) return { x: 0, y: 0, width: 2 * margin, height: 2 * margin };
  const bounds = all.reduce((one, other) => {
    const x = Math.min(one.x, other.x);
    const y = Math.min(one.y, other.y);
    return {
      x,
      y,
      width: Math.max(one.x + one.width, other.x + other.width) - x,
      height: Math.max(one.y + one.height, other.y + other.height) - y,
    };
  });
  return {
    x: bounds.x - margin,
    y: bounds.y - margin,
    width: bounds.width + 2 * margin,
    height: bounds.height + 2 * margin,
  };
}
