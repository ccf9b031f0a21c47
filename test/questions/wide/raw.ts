import { readFileSync } from 'node:fs';
import { amount, at, type Line, linesIn } from '../blind/raw';

export {
  amount,
  at,
  euros,
  groups,
  iso,
  type Line,
  lowest,
  mean,
  perGroup,
  says,
  seconds,
  sum,
} from '../blind/raw';

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

/** The lines of a table below its header, read by hand: as `linesIn` of the second hundred. */
export const linesOf = (file: string, mark: string, above = 0, below = 0): Line[] =>
  linesIn(textOf(file), mark, above, below);

/** The cells of a column, as they are written. */
export const column = (lines: readonly Line[], name: string): string[] => lines.map((line) => at(line, name));

/** The plain number in a cell; `"-"` and `"n/a"` are not numbers. */
export const number = (name: string) => (line: Line) => amount(at(line, name));

/** The lines with the greatest number first; those without a number are left out. */
export const highest = (lines: readonly Line[], of: (line: Line) => number): Line[] =>
  lines.filter((line) => !Number.isNaN(of(line))).sort((one, other) => of(other) - of(one));

/** The first lines of a ranking; a tie at the cut is a fault of the question. */
export function top(ranked: readonly Line[], many: number, of: (line: Line) => number): Line[] {
  const [last, next] = [ranked[many - 1], ranked[many]];
  if (!last || (next && of(last) === of(next))) throw new Error('too few, or a tie at the cut');
  return ranked.slice(0, many);
}

/** The name that leads a ranking of groups; a tie is a fault of the question. */
export function leader(ranked: readonly (readonly [string, number])[]): string {
  const [first, second] = ranked;
  if (!first || (second && first[1] === second[1])) throw new Error('nothing or a tie');
  return first[0];
}

/** The middle of what are numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter((one) => !Number.isNaN(one)).sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('no numbers');
  return (low + high) / 2;
}

/** The words once each, in the order of their first. */
export const once = (words: readonly string[]): string[] => [...new Set(words)];
