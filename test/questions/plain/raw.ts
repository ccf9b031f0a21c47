import { readFileSync } from 'node:fs';
import type { Question } from '../answers';
import { at, iso, type Line, linesIn, perGroup } from '../blind/raw';

export { anyOf, count, refuse, rows, value, values, yes } from '../blind/expected';
export { at, iso, type Line, mean, perGroup, says, sum } from '../blind/raw';
export { column, median, once } from '../wide/raw';

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

/** The lines of a table below its header, read by hand: as `linesIn` of the second hundred. */
export const linesOf = (file: string, mark = ','): Line[] => linesIn(textOf(file), mark);

/** `"€ 1,412"` and `"$12.50"` in plain numbers; a cell without a digit is not a number. */
export const number = (name: string) => (line: Line) => {
  const cell = at(line, name);
  return /\d/.test(cell) ? Number(cell.replace(/[^\d.-]/g, '')) : Number.NaN;
};

/** `"1,80"` is 1.8. */
export const commaNumber = (name: string) => (line: Line) => {
  const cell = at(line, name);
  return /\d/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
};

/** The day of a cell as `2025-03-01`, however it is written; an empty cell is an empty text. */
export const dayOf = (name: string) => (line: Line) => iso(at(line, name).replaceAll('/', '.'));

/** Whether a cell says this word, whatever its capitals. */
export const is = (name: string, word: string) => (line: Line) =>
  at(line, name).toLowerCase() === word.toLowerCase();

/** The days from one `2025-03-01` to another. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The names of the highest groups: all that are equally high. */
export function leaders(ranked: readonly (readonly [string, number])[], many = 1): string[] {
  const [bound] = ranked.map(([, one]) => one).slice(many - 1);
  return ranked.filter(([, one]) => one >= (bound ?? Number.NaN)).map(([name]) => name);
}

/** The names of the lowest groups. */
export const last = (ranked: readonly (readonly [string, number])[], many = 1): string[] =>
  leaders(
    ranked.map(([name, one]): [string, number] => [name, -one]).sort((one, other) => other[1] - one[1]),
    many,
  );

/** How many lines each group has, the most first. */
export const counts = (lines: readonly Line[], name: string) =>
  perGroup(
    lines,
    (line) => at(line, name),
    (own) => own.length,
  );

/** The lines with the greatest number: all that are equally great. */
export function greatest(lines: readonly Line[], of: (line: Line) => number): Line[] {
  const most = Math.max(...lines.map(of).filter((one) => !Number.isNaN(one)));
  return lines.filter((line) => of(line) === most);
}

/** The lines with the least number. */
export const least = (lines: readonly Line[], of: (line: Line) => number) =>
  greatest(lines, (line) => -of(line));

/** `"2025-03-17"` is of `"2025-03"`. */
export const month = (day: string) => day.slice(0, 7);

/** The questions of a table: of each its kind, its words and its answer. */
export const questionsOf = (
  table: string,
  name: string,
  all: readonly (readonly [kind: string, question: string, answer: Question['answer']])[],
): Question[] =>
  all.map(([kind, question, answer], place) => ({
    id: `${name}-${place + 1}`,
    table,
    kind,
    question,
    answer,
  }));
