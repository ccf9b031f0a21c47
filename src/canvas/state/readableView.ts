import type { Rect } from '#picture';
import type { CanvasState } from './canvasStore';
import type { CanvasViewport } from './gestures';

/** Names of cards can be read at this zoom. */
const READABLE = 0.7;
/** Views that are at least so wide show the whole: there is a minimap. CSS pixels. */
const HAND = 700;
/** Free room at the border, CSS pixels. */
const ROOM = 24;

/**
 * In a hand a large graph that is fitted whole is a pattern of dots: what is running is shown instead, or where it begins,
 * at a size that can be read. The rest is a swipe away.
 */
export function readableView(
  whole: CanvasViewport,
  { nodes, rects }: Pick<CanvasState, 'nodes' | 'rects'>,
  bounds: Rect,
  { width, height }: { readonly width: number; readonly height: number },
): CanvasViewport {
  if (width >= HAND || whole.zoom >= READABLE) return whole;
  const cards = [...nodes.values()].filter(({ key, container }) => !container && rects.has(key));
  const centre = cards.find(({ status }) => status === 'running') ?? cards[0];
  const rect = centre && rects.get(centre.key);
  if (rect === undefined) return whole;
  const along = (view: number, at: number, from: number, length: number): number => {
    const wanted = view / 2 - at * READABLE;
    const last = view - ROOM - (from + length) * READABLE;
    const first = ROOM - from * READABLE;
    // What fits in this direction stands in the middle.
    return last > first ? (last + first) / 2 : Math.min(first, Math.max(last, wanted));
  };
  return {
    x: along(width, rect.x + rect.width / 2, bounds.x, bounds.width),
    y: along(height, rect.y + rect.height / 2, bounds.y, bounds.height),
    zoom: READABLE,
  };
}
