import { snap } from '#layout';
import type { GraphBox } from '#projection';
import type { Editor } from '../editor';
import type { Point } from '../place';
import { selectedCards } from '../target';
import { moveNodes } from './changeNodes';

type Alignment = 'left' | 'right' | 'top' | 'bottom' | 'across' | 'down';

/**
 * Lines up the selected nodes at one side, or spreads them evenly `across` or `down`. All of them must lie in one
 * container; the selection's outline stays where it is.
 */
export function alignSelection(editor: Editor, how: Alignment): boolean {
  const { boxes } = editor.scene.getState();
  const nodes = selectedCards(editor);
  if (nodes.length < 2 || nodes.some((node) => node.parent !== nodes[0]?.parent)) return false;
  const placed = nodes.flatMap((node) => {
    const box = boxes.get(node.key);
    return box === undefined ? [] : [{ key: node.key, box }];
  });
  const points = how === 'across' || how === 'down' ? spread(placed, how) : lineUp(placed, how);
  return moveNodes(editor, points);
}

interface Placed {
  readonly key: string;
  readonly box: GraphBox;
}

function lineUp(placed: readonly Placed[], side: Exclude<Alignment, 'across' | 'down'>): Map<string, Point> {
  const left = Math.min(...placed.map(({ box }) => box.x));
  const top = Math.min(...placed.map(({ box }) => box.y));
  const right = Math.max(...placed.map(({ box }) => box.x + box.width));
  const bottom = Math.max(...placed.map(({ box }) => box.y + box.height));
  return new Map(
    placed.map(({ key, box }) => {
      if (side === 'left') return [key, { x: left, y: box.y }];
      if (side === 'right') return [key, { x: right - box.width, y: box.y }];
      if (side === 'top') return [key, { x: box.x, y: top }];
      return [key, { x: box.x, y: bottom - box.height }];
    }),
  );
}

function spread(placed: readonly Placed[], direction: 'across' | 'down'): Map<string, Point> {
  const at = direction === 'across' ? 'x' : 'y';
  const sorted = [...placed].sort((one, other) => one.box[at] - other.box[at]);
  const first = sorted[0]?.box[at] ?? 0;
  const last = sorted.at(-1)?.box[at] ?? 0;
  const pitch = (last - first) / Math.max(1, sorted.length - 1);
  return new Map(
    sorted.map(({ key, box }, index) => {
      const { x, y } = box;
      return [key, { x, y, [at]: index === sorted.length - 1 ? last : snap(first + index * pitch) }];
    }),
  );
}
