import type { Figure } from './parts';

const WORDS = {
  sum: 'total',
  average: 'average',
  count: 'number of',
  min: 'lowest',
  max: 'highest',
} as const;

/** The column that a figure writes. */
export function figureName(figure: Figure): string {
  return figure.column === null
    ? figure.function
    : `${figure.function}_${figure.column.name.replaceAll(/\s+/g, '_')}`;
}

/** A figure in words: "total revenue", "number of rows". */
export function figureWords(figure: Figure): string {
  return `${WORDS[figure.function]} ${figure.column === null ? 'rows' : figure.column.name}`;
}
