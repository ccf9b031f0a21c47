import { readFileSync } from 'node:fs';

/** One line of a table below its header: cell by column name, trimmed. */
export type Line = Readonly<Record<string, string>>;

const TABLES = new URL('./tables/', import.meta.url);

/** @returns the text of a table as it lies on the disk */
export const textOf = (file: string): string => readFileSync(new URL(file, TABLES), 'utf8');

function cells(line: string, mark: string): string[] {
  const found: string[] = [];
  let cell = '';
  let inside = false;
  for (const letter of line) {
    if (letter === '"') inside = !inside;
    else if (letter === mark && !inside) {
      found.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...found, cell.trim()];
}

/**
 * Reads a table by hand: nothing of `src/` is asked, so that a fault of a reader cannot hide in the expectation.
 * @param above how many lines stand above the header
 * @param below how many lines of totals stand at the end
 */
export const linesOf = (file: string, mark: string, above = 0, below = 0): Line[] =>
  linesIn(textOf(file), mark, above, below);

/** As {@link linesOf}, of a text. */
export function linesIn(text: string, mark: string, above = 0, below = 0): Line[] {
  const all = text.trimEnd().split('\n').slice(above);
  const [header = '', ...lines] = all.slice(0, all.length - below);
  const names = cells(header, mark);
  return lines.map((line) => {
    const own = cells(line, mark);
    return Object.fromEntries(names.map((name, index) => [name, own[index] ?? '']));
  });
}

/** The cell of a column that is there. */
export const at = (line: Line, column: string): string => {
  const cell = line[column];
  if (cell === undefined) throw new Error(`no column ${column}`);
  return cell;
};

/** Whether a cell says this word, whatever its capitals. */
export const says = (line: Line, column: string, word: string): boolean =>
  at(line, column).toLowerCase() === word.toLowerCase();

/** `"1.234,50 €"` is 1234.5. */
export const euros = (cell: string): number =>
  Math.round(Number(cell.replace(/[.€\s]/g, '').replace(',', '.')) * 100) / 100;

/** `"$1,234.50"` is 1234.5; a cell without a digit is not a number. */
export const amount = (cell: string): number =>
  /\d/.test(cell) ? Number(cell.replace(/[$,%\s]/g, '')) : Number.NaN;

/** `"0:38:12"` and `"7:30"` (hours and minutes) in seconds; anything else is not a number. */
export function seconds(cell: string): number {
  const parts = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(cell);
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0) : Number.NaN;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `"31.12.2024"` and `"3 Mar 2025"` as `"2024-12-31"`, `"2025-03-03"`; anything else stays what it is. */
export function iso(cell: string): string {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(cell);
  if (dotted) return `${dotted[3]}-${dotted[2]}-${dotted[1]}`;
  const spoken = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(cell);
  if (!spoken) return cell;
  const month = String(MONTHS.indexOf(spoken[2] ?? '') + 1).padStart(2, '0');
  return `${spoken[3]}-${month}-${(spoken[1] ?? '').padStart(2, '0')}`;
}

/** The sum of what are numbers, to the hundredth. */
export const sum = (numbers: readonly number[]): number =>
  Math.round(known(numbers).reduce((total, number) => total + number, 0) * 100) / 100;

/** The mean of what are numbers. */
export const mean = (numbers: readonly number[]): number =>
  known(numbers).reduce((total, number) => total + number, 0) / known(numbers).length;

const known = (numbers: readonly number[]) => numbers.filter((number) => !Number.isNaN(number));

/** Lines by what `key` says of them, in the order of their first line. */
export function groups(lines: readonly Line[], key: (line: Line) => string): Map<string, Line[]> {
  const found = new Map<string, Line[]>();
  for (const line of lines) found.set(key(line), [...(found.get(key(line)) ?? []), line]);
  return found;
}

/** One row a group: its name and a number; the highest first. */
export const perGroup = (
  lines: readonly Line[],
  key: (line: Line) => string,
  number: (lines: readonly Line[]) => number,
): [string, number][] =>
  [...groups(lines, key)]
    .map(([name, own]): [string, number] => [name, number(own)])
    .sort((one, other) => other[1] - one[1]);

/** The line whose number is lowest; a tie is a fault of the question. */
export function lowest(lines: readonly Line[], number: (line: Line) => number): Line {
  const sorted = lines
    .filter((line) => !Number.isNaN(number(line)))
    .sort((one, other) => number(one) - number(other));
  const [first, second] = sorted;
  if (!first || (second && number(first) === number(second))) throw new Error('nothing or a tie');
  return first;
}
