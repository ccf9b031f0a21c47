import { isJsonObject, type Json, type JsonObject, own } from '#base';
import type { PlainAnswer, Question } from './answers';

/** What a planner gave: what `table.answer` was handed, and the text it made of it. */
export interface Given {
  readonly said: JsonObject;
  readonly text: string;
}

/** Whether an answer that was given is the computed one. */
export function isRight({ answer, note = '' }: Question, given: Given): boolean {
  const accepted = 'anyOf' in answer ? answer.anyOf : [answer];
  return accepted.some((one) => isThat(one, note, given));
}

function isThat(answer: PlainAnswer, note: string, { said, text }: Given): boolean {
  const rows = rowsOf(said);
  if (answer.yes !== undefined) return isYes(answer, said, text);
  if (answer.values) return columnsIn(rows).some((column) => sameList(answer, column));
  if (answer.rows) return sameRows(answer, note, rows) || sameRows(answer, note, sideways(rows));
  const number = answer.value ?? answer.count;
  if (number === undefined) return false;
  const value = own(said, 'value');
  if (typeof value === 'number') return isNumber(answer, number, value);
  const [only, ...others] = rows;
  return (
    only !== undefined && others.length === 0 && numbersIn(only).some((one) => isNumber(answer, number, one))
  );
}

function isYes({ yes, difference }: PlainAnswer, said: JsonObject, text: string): boolean {
  if (text.startsWith('Yes') !== yes || text.startsWith('No') === yes) return false;
  if (difference === undefined) return true;
  const numbers = [own(said, 'value') ?? null, ...rowsOf(said).flatMap(numbersIn)];
  return numbers.some(
    (one) =>
      typeof one === 'number' && Math.abs(Math.abs(one) - Math.abs(difference.value)) <= difference.tolerance,
  );
}

/** Durations are kept as seconds. */
const SECONDS: Readonly<Record<string, number>> = { hours: 3_600, days: 86_400 };

function isNumber(answer: PlainAnswer, expected: number, found: number): boolean {
  const within = (one: number) => Math.abs(one - expected) <= answer.tolerance + 1e-9;
  const factor = SECONDS[answer.unit ?? ''] ?? 1;
  return [found, found / factor].some((one) => within(one) || (answer.eitherSign && within(-one)));
}

function sameList({ values = [], ordered }: PlainAnswer, cells: readonly Json[]): boolean {
  if (cells.length !== values.length) return false;
  if (ordered) return values.every((value, index) => sameLabel(value, cells[index] ?? null));
  return values.every((value) => cells.some((cell) => sameLabel(value, cell)));
}

function sameRows(answer: PlainAnswer, note: string, rows: readonly JsonObject[]): boolean {
  const expected = answer.rows ?? [];
  const found = answer.extraBlankGroup === undefined ? rows : rows.filter((row) => !hasBlank(row));
  if (found.length !== expected.length) return false;
  const numberLeftOut = /may be left out/.test(note);
  const fits = (wanted: readonly (string | number)[], row: JsonObject) =>
    wanted.every((part) =>
      typeof part === 'string'
        ? Object.values(row).some((cell) => sameLabel(part, cell))
        : numberLeftOut || numbersIn(row).some((one) => isNumber(answer, part, one)),
    );
  if (answer.ordered) return expected.every((wanted, index) => fits(wanted, found[index] ?? {}));
  return expected.every((wanted) => found.some((row) => fits(wanted, row)));
}

/** One row of periods side by side, as rows of a period each. */
function sideways(rows: readonly JsonObject[]): readonly JsonObject[] {
  const [only, ...others] = rows;
  if (only === undefined || others.length > 0) return [];
  return Object.entries(only)
    .filter(([name, cell]) => typeof cell === 'number' && !['change', 'percent'].includes(name))
    .map(([name, cell]) => ({ name, cell }));
}

/** The same word or the same period, in any plain spelling. */
function sameLabel(expected: string, cell: Json): boolean {
  if (typeof cell !== 'string' && typeof cell !== 'number') return false;
  const [left, right] = [plain(expected), plain(String(cell))];
  return left === right || (/^\d{4}-\d\d-\d\d$/.test(left) && right.startsWith(`${left}t`));
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('–', 'to');
}

function hasBlank(row: JsonObject): boolean {
  return Object.values(row).some((cell) => cell === null || cell === '');
}

function columnsIn(rows: readonly JsonObject[]): readonly Json[][] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => rows.map((row) => own(row, name) ?? null));
}

function numbersIn(row: JsonObject): readonly number[] {
  return Object.values(row).filter((cell) => typeof cell === 'number');
}

function rowsOf(said: JsonObject): readonly JsonObject[] {
  const rows = own(said, 'rows');
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}
