import type { Json } from '#base';
import type { Cell } from './cell';

/** The cells of a column, each text once: a reading of one is that of all that are equal. */
export interface DistinctCells {
  /** In order of first appearance. */
  readonly cells: readonly Cell[];
  /** How often each of them stands in the column, and in which row first (from 0). */
  readonly times: readonly number[];
  readonly firstRow: readonly number[];
  /** Which of them stands in each row. */
  readonly places: Uint32Array;
}

const known = new WeakMap<readonly Cell[], DistinctCells>();

/** Worked out once for a column, for as long as its cells are there. */
export function distinctCells(column: readonly Cell[]): DistinctCells {
  const before = known.get(column);
  if (before) return before;
  const found = distinctIn(column);
  known.set(column, found);
  return found;
}

function distinctIn(column: readonly Cell[]): DistinctCells {
  const placeOf = new Map<Cell, number>();
  const cells: Cell[] = [];
  const times: number[] = [];
  const firstRow: number[] = [];
  const places = new Uint32Array(column.length);
  for (const [row, cell] of column.entries()) {
    let place = placeOf.get(cell);
    if (place === undefined) {
      place = cells.length;
      placeOf.set(cell, place);
      cells.push(cell);
      times.push(0);
      firstRow.push(row);
    }
    times[place] = (times[place] ?? 0) + 1;
    places[row] = place;
  }
  return { cells, times, firstRow, places };
}

/** Values of distinct cells, as one for each row. */
export function inEachRow({ places }: DistinctCells, values: readonly Json[]): readonly Json[] {
  return Array.from(places, (place) => values[place] ?? null);
}

/** How many rows have one of the distinct cells that pass. */
export function countOf(
  { cells, times }: DistinctCells,
  passes: (cell: Cell, at: number) => boolean,
): number {
  let count = 0;
  for (const [at, cell] of cells.entries()) if (passes(cell, at)) count += times[at] ?? 0;
  return count;
}
