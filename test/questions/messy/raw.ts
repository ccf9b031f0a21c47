import { readFileSync } from 'node:fs';
import { at, type Line, linesIn } from '../blind/raw';

export { amount, at, iso, type Line, mean, perGroup, says, sum } from '../blind/raw';
export { column, median, number, once } from '../wide/raw';

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

/** The lines of a table below its header, read by hand: as `linesIn` of the second hundred. */
export const linesOf = (file: string, mark = ',', below = 0): Line[] => linesIn(textOf(file), mark, 0, below);

/** `"-1.234,50"` is -1234.5; a cell without a digit is not a number. */
export const comma = (name: string) => (line: Line) => {
  const cell = at(line, name);
  return /\d/.test(cell) ? Number(cell.replace(/\./g, '').replace(',', '.')) : Number.NaN;
};

/** Whole days from one date to another; one that is missing makes none. */
export const days = (from: string, to: string) => (line: Line) =>
  (Date.parse(at(line, to)) - Date.parse(at(line, from))) / 86_400_000;

/** The names of those groups that lead a ranking, all of them where they are equal. */
export const leaders = (ranked: readonly (readonly [string, number])[]): string[] =>
  ranked.filter(([, number]) => number === ranked[0]?.[1]).map(([name]) => name);
