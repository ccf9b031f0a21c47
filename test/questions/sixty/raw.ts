import { readFileSync } from 'node:fs';
import { at, type Line, linesIn } from '../blind/raw';

export * from '../plain/raw';

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

/** The lines of a table below its header, read by hand: as `linesIn` of the second hundred. */
export const linesOf = (file: string, mark = ','): Line[] => linesIn(textOf(file), mark);

/** `"€ 1.234,50"` and `"1.234,50 €"` in plain numbers; a cell without a digit is not a number. */
export const euroOf = (name: string) => (line: Line) => {
  const cell = at(line, name);
  return /\d/.test(cell) ? Number(cell.replace(/[.€\s]/g, '').replace(',', '.')) : Number.NaN;
};
