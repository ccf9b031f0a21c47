import type { Json } from '#base';
import type { ColumnType } from './table';

const PLAIN_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?$/;
const GROUPED_NUMBER = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** A grouped number that can be nothing else: `1,234` alone might also be a decimal comma. */
const CLEARLY_GROUPED = /^-?[1-9]\d{0,2}(,\d{3}){2,}(\.\d+)?$|^-?[1-9]\d{0,2}(,\d{3})+\.\d+$/;
const ISO_DATE =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const BOOLEAN = /^(true|false)$/i;

/** Digits that a double keeps (IEEE 754): longer numbers are ids, and ids must not be rounded. */
const SAFE_DIGITS = 15;

/**
 * What the cells of one column are, judged over all of them: one cell that is no number makes the column text,
 * so that a column never mixes types. Leading zeros, a leading `+` or `=` and more than 15 digits are text.
 * Thousands separators count only where at least one cell can be read in no other way.
 */
export function columnType(cells: readonly string[]): ColumnType {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return 'text';
  if (filled.every(isPlainNumber)) return 'number';
  if (filled.some((cell) => CLEARLY_GROUPED.test(cell)) && filled.every(isNumber)) return 'number';
  if (filled.every((cell) => BOOLEAN.test(cell))) return 'boolean';
  return filled.every(isDate) ? 'date' : 'text';
}

/** The value of a cell of a column of that type; an empty cell is null. */
export function cellValue(cell: string, type: ColumnType): Json {
  if (cell === '') return null;
  if (type === 'number') return Number(cell.replaceAll(',', ''));
  return type === 'boolean' ? cell.toLowerCase() === 'true' : cell;
}

/** Whether a text is a date as tables know it: ISO 8601. */
export function isDate(cell: string): boolean {
  return ISO_DATE.test(cell);
}

function isNumber(cell: string): boolean {
  return isPlainNumber(cell) || (GROUPED_NUMBER.test(cell) && digitsOf(cell) <= SAFE_DIGITS);
}

function isPlainNumber(cell: string): boolean {
  return PLAIN_NUMBER.test(cell) && digitsOf(cell) <= SAFE_DIGITS && Number.isFinite(Number(cell));
}

function digitsOf(cell: string): number {
  const mantissa = cell.split(/[eE]/)[0] ?? '';
  return mantissa.replace(/^-?0\.0*|[^\d]/g, '').length;
}
