import { isOpen } from '../isOpen';
import type { Rect } from '../rect';
import type { RouteInput } from '../routed';

const TITLE_BAR = 40;
/** The name at the corner of a region: its height, what is around it, and a letter of it. */
const NAME = { height: 26, around: 20, letter: 6.6 } as const;
/** The dot where a region begins, and the line from it. */
const DOT = { width: 44, height: 18 } as const;

/**
 * What a label may not cover: states, the titles of those that hold others, the names of regions, and the dots where
 * they begin.
 */
export function solidIn({ nodes, boxes, rects, edges }: RouteInput): readonly Rect[] {
  const solid: Rect[] = [];
  for (const [key, rect] of rects) {
    const node = nodes.get(key);
    const box = boxes.get(key);
    if (node === undefined || box === undefined) continue;
    if (box.form === 'region') solid.push(nameOf(rect, node.title));
    else solid.push(isOpen(box) ? { ...rect, height: Math.min(rect.height, TITLE_BAR) } : rect);
  }
  for (const { to, transition } of edges) {
    const rect = transition?.cause === 'initial' ? rects.get(to) : undefined;
    if (rect !== undefined) solid.push(dotBefore(rect));
  }
  return solid;
}

function nameOf({ x, y, width }: Rect, title: string): Rect {
  return { x, y, width: Math.min(width, title.length * NAME.letter + NAME.around), height: NAME.height };
}

function dotBefore({ x, y, height }: Rect): Rect {
  return { x: x - DOT.width, y: y + (Math.min(height, 60) - DOT.height) / 2, ...DOT };
}
