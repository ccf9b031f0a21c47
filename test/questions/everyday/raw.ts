import { readFileSync } from 'node:fs';
import { at, type Line, linesIn } from '../blind/raw';

export { amount, at, iso, type Line, mean, perGroup, says, seconds, sum } from '../blind/raw';
export { column, median, number, once } from '../wide/raw';

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

/** The lines of a table below its header, read by hand: as `linesIn` of the second hundred. */
export const linesOf = (file: string, mark = ','): Line[] => linesIn(textOf(file), mark);

/** `"£1,412.20"` is 1412.2; a cell without a digit is not a number. */
export const money = (name: string) => (line: Line) => {
  const cell = at(line, name);
  return /\d/.test(cell) ? Number(cell.replace(/[^\d.-]/g, '')) : Number.NaN;
};

/** `"€ 1,80"` is 1.8. */
export const commaMoney = (name: string) => (line: Line) =>
  Number(
    at(line, name)
      .replace(/[^\d,]/g, '')
      .replace(',', '.'),
  );

/** The number of an empty cell is 0. */
export const orZero = (of: (line: Line) => number) => (line: Line) => (Number.isNaN(of(line)) ? 0 : of(line));

/** A test of one cell: whether it says this word, whatever its capitals. */
export const is = (name: string, word: string) => (line: Line) =>
  at(line, name).toLowerCase() === word.toLowerCase();
