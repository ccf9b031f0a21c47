import type { Json } from '#base';
import type { ColumnReading } from '#plan';
import type { ReadDocument } from '#runtime';
import { cellText, isEmpty } from './columns/cell';
import { readColumnAs } from './columns/readColumn';
import { cellsBefore } from './readTable';

/** A cell before and after its column is read in another way. */
export interface PreviewCell {
  /** Counted from 1, without the header. */
  readonly row: number;
  readonly written: string;
  /** Null where it would be empty. */
  readonly value: Json;
}

/** What becomes of a column of text that is read in another way. */
export interface ReadingPreview {
  /** Cells that are not empty, and how many of them would be. */
  readonly filled: number;
  readonly unread: number;
  /** The first cell that fits, the first that is written otherwise, and the first that does not fit. */
  readonly cells: readonly PreviewCell[];
}

const MOST_CELLS = 3;

/**
 * Reads a column of a document as somebody might say, without saying so.
 *
 * @throws CallError as `readTable` does
 */
export function readingPreview(document: ReadDocument, reading: ColumnReading): ReadingPreview {
  const cells = cellsBefore(document, reading.name);
  const { values, unread } = readColumnAs(cells, reading);
  const all = cells.flatMap((cell, index): PreviewCell[] =>
    isEmpty(cell) ? [] : [{ row: index + 1, written: cellText(cell), value: values[index] ?? null }],
  );
  const unfit = all.find(({ value }) => value === null);
  const fitting = firstOfEachShape(all.filter(({ value }) => value !== null));
  return {
    filled: all.length,
    unread,
    cells: [
      ...fitting.slice(0, unfit === undefined ? MOST_CELLS : MOST_CELLS - 1),
      ...(unfit ? [unfit] : []),
    ],
  };
}

/** Cells that are written alike but for their digits show the same. */
function firstOfEachShape(cells: readonly PreviewCell[]): readonly PreviewCell[] {
  const shapes = new Map<string, PreviewCell>();
  for (const cell of cells) {
    const shape = cell.written.replace(/\d+/g, '0');
    if (!shapes.has(shape)) shapes.set(shape, cell);
    if (shapes.size === MOST_CELLS) break;
  }
  return [...shapes.values()];
}
