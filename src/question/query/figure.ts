import { type Column, isMeasure, isRate, mainMeasure, type Table } from '../tables/tables';
import { readable } from '../text/names';
import type { AggregateFunction } from '../words/keyword';

/** One figure of a column, or a count of rows. */
export interface Figure {
  readonly function: AggregateFunction;
  readonly column: Column | null;
}

/** A figure as `table.group` and `table.aggregate` take it, and in words. */
export interface NamedFigure {
  readonly function: AggregateFunction;
  readonly column?: string;
  readonly as: string;
  readonly label: string;
}

export const COUNT: Figure = { function: 'count', column: null };

/** What is meant by a column of numbers without a figure: its sum, unless a sum of it says nothing. */
export function usual(column: Column): Figure {
  return { function: isRate(column) ? 'average' : 'sum', column };
}

/** What a column is ranked by: its sum, or its extreme where a sum says nothing. */
export function extremeOf(column: Column, order: 'asc' | 'desc'): Figure {
  if (isMeasure(column) && !isRate(column)) return { function: 'sum', column };
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
    ...(figure.column === null ? {} : { column: figure.column.name }),
    as: figureName(figure),
    label: figureWords(figure),
  }));
}

const WORDS = {
  sum: 'total',
  average: 'average',
  median: 'median',
  count: 'number of',
  min: 'lowest',
  max: 'highest',
  range: 'range of',
} as const;

/** The column that a figure writes. */
export function figureName({ function: name, column }: Figure): string {
  return column === null ? name : `${name}_${column.name.replaceAll(/\s+/g, '_')}`;
}

/** A figure in words: "total revenue", "number of rows". */
export function figureWords({ function: name, column }: Figure): string {
  return `${WORDS[name]} ${column === null ? 'rows' : readable(column.name)}`;
}
