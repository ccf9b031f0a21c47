import { isJsonObject, type Json, type JsonObject } from '#base';
import type { PlainAnswer, Question } from '../answers';

/** What was answered: what `table.answer` was given, and the text a person reads. */
export interface Given {
  readonly said: JsonObject;
  readonly text: string;
}

/** Whether what was answered is what was expected, or one of its readings. Judges by what is shown, not by how it was reached. */
export function agrees({ answer }: Question, given: Given): boolean {
  const readings = 'anyOf' in answer ? answer.anyOf : [answer];
  return readings.some((reading) => isReading(reading, given));
}

function isReading(expected: PlainAnswer, given: Given): boolean {
  if (expected.refuse !== undefined) return false;
  if (expected.yes !== undefined) return saysYes(given) === expected.yes;
  if (expected.rows) return sameRows(expected, rowsOf(given)) || sameRows(expected, sideways(rowsOf(given)));
  if (expected.values) return sameValues(expected, given);
  const numbers = [expected.value, expected.count].filter((number) => number !== undefined);
  return numbers.every((number) => shown(given).some((cell) => sameNumber(expected, number, cell)));
}

const rowsOf = ({ said }: Given): JsonObject[] =>
  Array.isArray(said.rows) ? said.rows.filter(isJsonObject) : [];

/** The one value of an answer, or the cells of its one row. */
function shown(given: Given): Json[] {
  const rows = rowsOf(given);
  const [only] = rows;
  if (only) return rows.length === 1 ? Object.values(only) : [];
  return given.said.value === undefined ? [] : [given.said.value];
}

/** Yes or no in words; else rows that show it are a yes, none at all a no. */
function saysYes(given: Given): boolean | null {
  if (typeof given.said.value === 'boolean') return given.said.value;
  const first = /^(Yes|No)\./.exec(given.text.trim())?.[1];
  if (first) return first === 'Yes';
  const word = /\b(yes|no)\b/i.exec(given.text.split(/[.:|]/)[0] ?? '')?.[1];
  if (word && !Array.isArray(given.said.rows)) return word.toLowerCase() === 'yes';
  if (Array.isArray(given.said.rows)) return given.said.rows.length > 0;
  return typeof given.said.value === 'number' ? given.said.value > 0 : null;
}

/** A span of time may be shown in seconds, minutes, hours or as `h:mm`, a share as 0.25 or 25. */
function sameNumber(expected: PlainAnswer, number: number, cell: Json): boolean {
  const found = numberOf(cell);
  if (found === null) return false;
  const near = (scale: number, given: number) =>
    Math.abs(given * scale - number) <= expected.tolerance + 1e-9;
  const signs = expected.eitherSign ? [1, -1] : [1];
  const scales =
    expected.unit === 'duration' && found.isClock === false
      ? [1, 60, 3600]
      : expected.unit === '%'
        ? [1, 100]
        : [1];
  return signs.some((sign) =>
    scales.some((scale) => near(sign * scale, found.number) || rounded(sign * scale, found.number)),
  );

  /** A number in hours or as a fraction is written to two places and may be off by half of the last. */
  function rounded(scale: number, given: number): boolean {
    return Math.abs(scale) > 1 && Math.abs(given * scale - number) <= Math.abs(scale) * 0.005 + 1e-9;
  }
}

function numberOf(cell: Json): { number: number; isClock: boolean } | null {
  if (typeof cell === 'number') return { number: cell, isClock: false };
  if (typeof cell !== 'string') return null;
  const clock = /^(\d+):(\d\d)(?::(\d\d))?(?:\.\d+)?$/.exec(cell);
  if (clock)
    return { number: Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0), isClock: true };
  const plain = cell.replace(/[€$%,\s]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? { number: Number(plain), isClock: false } : null;
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
const lineOf = (row: JsonObject) => words(Object.values(row).map(String).join(' '));

/** Each expected value in a row of its own, and no other row. */
function sameValues(expected: PlainAnswer, given: Given): boolean {
  const wanted = expected.values ?? [];
  const found = rowsOf(given).map(lineOf);
  const lines = found.length > 0 ? found : shown(given).map((cell) => words(String(cell)));
  if (lines.length !== wanted.length) return false;
  const holds = (value: string, line: readonly string[] = []) =>
    words(value).every((word) => line.includes(word));
  if (expected.ordered) return wanted.every((value, place) => holds(value, lines[place]));
  return wanted.every((value) => lines.some((line) => holds(value, line)));
}

/** One row of two sides under their names, as a row a side; what the sides differ by is more than was asked. */
function sideways([only, ...others]: readonly JsonObject[]): readonly JsonObject[] {
  if (only === undefined || others.length > 0) return [];
  return Object.entries(only)
    .filter(([name]) => !['change', 'percent'].includes(name))
    .map(([name, cell]) => ({ name, cell }));
}

/** The same names with the same numbers. A group without a name may be there or not where the question allows it. */
function sameRows(expected: PlainAnswer, found: readonly JsonObject[]): boolean {
  const wanted = expected.rows ?? [];
  const isBlank = (row: JsonObject) =>
    Object.values(row).some((cell) => cell === null || ['', 'n/a', '-'].includes(String(cell)));
  const named = expected.extraBlankGroup ? found.filter((row) => !isBlank(row)) : found;
  const wantedNamed = expected.extraBlankGroup ? wanted.filter(([name]) => name !== '') : wanted;
  if (named.length !== wantedNamed.length) return false;
  const isRow = ([name, ...numbers]: (typeof wanted)[number], row: JsonObject | undefined) => {
    const cells = Object.values(row ?? {});
    const hasName = cells.some((cell) => String(cell).toLowerCase().trim().includes(name.toLowerCase()));
    return (
      hasName && numbers.every((number) => cells.some((cell) => sameNumber(expected, Number(number), cell)))
    );
  };
  if (expected.ordered) return wantedNamed.every((one, place) => isRow(one, named[place]));
  return wantedNamed.every((one) => named.some((row) => isRow(one, row)));
}
