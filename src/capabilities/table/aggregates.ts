import type { Json } from '#base';
import { failure } from '../fail';
import { z } from '../zod';
import { cellsOf, numbersOf } from './column';
import { compareCells } from './compareCells';
import { decimalsOf, sumOf } from './sum';
import type { Row } from './table';

export const FUNCTIONS = ['sum', 'average', 'count', 'min', 'max', 'median', 'range'] as const;
export type AggregateFunction = (typeof FUNCTIONS)[number];

export const functionSchema = z.enum(FUNCTIONS).meta({ title: 'Function' });

/** One figure over rows; only `count` does without a column. */
export interface Aggregate {
  readonly function: AggregateFunction;
  readonly column?: string | undefined;
  readonly as?: string | undefined;
}

/** The column that an aggregate writes: `as`, else `count` or `sum_revenue`. */
export function nameOf(aggregate: Aggregate): string {
  if (aggregate.as) return aggregate.as;
  return aggregate.column === undefined ? aggregate.function : `${aggregate.function}_${aggregate.column}`;
}

/**
 * One figure over rows. Empty cells are left out: an average is over the cells that are filled, and null when
 * there are none. `min` and `max` also order texts and dates.
 *
 * @throws CallError `COLUMN_MISSING`, `COLUMN_UNKNOWN` or `NOT_A_NUMBER`
 */
export function figure(rows: readonly Row[], aggregate: Aggregate): Json {
  const { column } = aggregate;
  if (column === undefined) {
    if (aggregate.function === 'count') return rows.length;
    throw failure(
      'COLUMN_MISSING',
      `"${aggregate.function}" needs a column.`,
      'Name the column to compute with; only "count" does without.',
    );
  }
  switch (aggregate.function) {
    case 'count':
      return cellsOf(rows, column).filter((cell) => cell !== null).length;
    case 'sum':
      return sumOf(numbersOf(rows, column));
    case 'average':
      return averageOf(numbersOf(rows, column));
    case 'median':
      return medianOf(numbersOf(rows, column));
    case 'range':
      return rangeOf(numbersOf(rows, column));
    case 'min':
      return extreme(cellsOf(rows, column), -1);
    case 'max':
      return extreme(cellsOf(rows, column), 1);
  }
}

/** A quotient keeps six decimals more than its numbers had: past that a double mostly shows noise. */
function averageOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const decimals = numbers.reduce((most, number) => Math.max(most, decimalsOf(number)), 0) + 6;
  const average = sumOf(numbers) / numbers.length;
  return decimals > 20 ? average : Number(average.toFixed(decimals));
}

/** The highest less the lowest. */
function rangeOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const [low, high] = numbers.reduce(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  return sumOf([high, -low]);
}

/** The middle one, or halfway between the two in the middle. */
function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return averageOf(sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle, middle + 1));
}

function extreme(cells: readonly Json[], sign: 1 | -1): Json {
  let found: Json = null;
  for (const cell of cells) {
    if (cell === null) continue;
    if (found === null || sign * compareCells(cell, found) > 0) found = cell;
  }
  return found;
}
