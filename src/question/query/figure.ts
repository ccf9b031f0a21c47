import { type Column, isMeasure, isRate, mainMeasure, type Table } from '../tables/tables';
import { readable } from '../text/names';
import type { AggregateFunction } from '../words/meaning';

/** One figure of a column, or a count of rows. */
export interface Figure {
  readonly function: AggregateFunction;
  readonly column: Column | null;
  /** Of a percentile. */
  readonly percent?: number;
}

/** A figure as `table.group` and `table.aggregate` take it, and in words. */
export interface NamedFigure {
  readonly function: AggregateFunction;
  readonly column?: string;
  /** Of a ratio: the column whose sum it is divided by. */
  readonly per?: string;
  /** Of a percentile. */
  readonly percent?: number;
  readonly as: string;
  readonly label: string;
}

export const COUNT: Figure = { function: 'count', column: null };

/** What a column adds up to: one that divides two others is the ratio of their sums, since ratios of rows are not added. */
export function total(column: Column): Figure {
  return { function: quotientOf(column) ? 'ratio' : 'sum', column };
}

/** The two columns of one that divides them. */
function quotientOf({ derived }: Column): { readonly left: string; readonly right: string } | null {
  if (derived?.left === undefined || derived.operation !== 'divided by') return null;
  return typeof derived.right === 'string' ? { left: derived.left, right: derived.right } : null;
}

/** What is meant by a column of numbers without a figure: its sum, unless a sum of it says nothing. */
export function usual(column: Column): Figure {
  return isRate(column) ? { function: 'average', column } : total(column);
}

/** What a column is ranked by: its sum, its extreme where a sum says nothing, or the average of how long things took and of marks. */
export function extremeOf(column: Column, order: 'asc' | 'desc'): Figure {
  const { operation } = column.derived ?? {};
  if (column.scale || operation === 'days since' || operation === 'hours since')
    return { function: 'average', column };
  if (isMeasure(column) && !isRate(column)) return total(column);
  return { function: order === 'asc' ? 'min' : 'max', column };
}

/** The figure that is meant where none is named: of the table's one column of money. */
export function mainFigure(table: Table): Figure | null {
  const main = mainMeasure(table);
  return main && usual(main);
}

export function unique(figures: readonly Figure[]): readonly Figure[] {
  return [...new Map(figures.map((figure) => [figureName(figure), figure])).values()];
}

export function named(figures: readonly Figure[]): readonly NamedFigure[] {
  return figures.map((figure) => ({
    function: figure.function,
    ...columnsOf(figure),
    ...(figure.percent === undefined ? {} : { percent: figure.percent }),
    as: figureName(figure),
    label: figureWords(figure),
  }));
}

function columnsOf({ function: name, column }: Figure): Pick<NamedFigure, 'column' | 'per'> {
  const parts = column && name === 'ratio' ? quotientOf(column) : null;
  if (parts) return { column: parts.left, per: parts.right };
  return column === null ? {} : { column: column.name };
}

const WORDS = {
  sum: 'total',
  average: 'average',
  median: 'median',
  count: 'number of',
  min: 'lowest',
  max: 'highest',
  range: 'range of',
  ratio: 'total',
  percentile: 'percentile of',
} as const;

/** The column that a figure writes. */
export function figureName({ function: name, column, percent }: Figure): string {
  return column === null ? name : `${name}${percent ?? ''}_${column.name.replaceAll(/\s+/g, '_')}`;
}

/** A figure in words: "total revenue", "number of rows". */
export function figureWords({ function: name, column, percent }: Figure): string {
  const parts = column && name === 'ratio' ? quotientOf(column) : null;
  if (parts) return `total ${readable(parts.left)} divided by total ${readable(parts.right)}`;
  const what = column === null ? 'rows' : readable(column.name);
  if (percent !== undefined) return `${ordinal(percent)} percentile of ${what}`;
  if (name === 'range' && column?.type === 'date') return `days from the first to the last ${what}`;
  // A column may be called "Total" itself.
  return what.toLowerCase().startsWith(WORDS[name]) ? what : `${WORDS[name]} ${what}`;
}

/** 21st, 90th. */
function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  return `${number}${(tens === 1 ? '' : ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}
