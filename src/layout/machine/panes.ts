import type { GraphBox } from '#projection';
import { type Size, TITLE_BAR } from '../sizes';
import { REGION } from './chartTree';

/** Regions stand side by side up to this width, then below one another. */
const ROW_WIDTH = 1_280;

interface Pane extends Size {
  readonly key: string;
}

/**
 * The regions of a parallel state as panes of a window: side by side without room between them, a row as high as its
 * highest, and each row as wide as the widest.
 *
 * @param titled whether the state's own title bar is above them
 * @returns the size of the whole, title bar included
 */
export function placePanes(
  boxes: Map<string, GraphBox>,
  regions: readonly { readonly key: string }[],
  titled: boolean,
): Size {
  const rows = rowsOf(
    regions.flatMap(({ key }): readonly Pane[] => {
      const box = boxes.get(key);
      return box === undefined
        ? []
        : [{ key, width: Math.max(REGION.width, box.width), height: Math.max(REGION.height, box.height) }];
    }),
  );
  const widest = Math.max(0, ...rows.map(widthOf));
  let y = titled ? TITLE_BAR : 0;
  for (const row of rows) {
    const height = Math.max(...row.map((pane) => pane.height));
    const extra = (widest - widthOf(row)) / row.length;
    let x = 0;
    for (const pane of row) {
      const width = pane.width + extra;
      const box = boxes.get(pane.key);
      if (box) boxes.set(pane.key, { ...box, x, y, width, height });
      x += width;
    }
    y += height;
  }
  return { width: widest, height: y };
}

function rowsOf(panes: readonly Pane[]): readonly (readonly Pane[])[] {
  const rows: Pane[][] = [];
  for (const pane of panes) {
    const row = rows.at(-1);
    if (row && widthOf(row) + pane.width <= ROW_WIDTH) row.push(pane);
    else rows.push([pane]);
  }
  return rows;
}

function widthOf(row: readonly Pane[]): number {
  return row.reduce((sum, pane) => sum + pane.width, 0);
}
