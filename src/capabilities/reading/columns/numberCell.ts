import type { CellReading, CellStyle } from './cellStyle';
import { currencyOf, unitOf } from './units';

/** Digits that a double keeps (IEEE 754): longer whole numbers are ids, and ids are never rounded. */
const SAFE_DIGITS = 15;

const BEFORE = /^([$€£¥₹₽₺₩₪₴%]|(?:US|R)\$|\p{L}{2,3}(?=[\s\d(.,+-]))\s*/u;
const DIGITS = /^(?:\d[\d.,'’ ]*\d|\d|[.,]\d+)(?:[eE][+-]?\d{1,3})?/;

interface Notation {
  readonly whole: RegExp;
  readonly decimal: string;
}

/** Grouped by threes with one separator throughout, or as in India (`12,34,567`), or not at all. */
const POINT: Notation = {
  whole: /^(?:\d+|\d{1,3}(?:([,'’ ])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/,
  decimal: '.',
};
const COMMA: Notation = { whole: /^(?:\d+|\d{1,3}(?:([.'’ ])\d{3})(?:\1\d{3})*)$/, decimal: ',' };

/** Numbers as people write them: `1,234.50`, `€ 1.234,50`, `12.5 %`, `(300)`, `300-`, `5 kWh`. */
export const NUMBER_STYLES: readonly CellStyle[] = [
  { type: 'number', notation: 'decimal-point', read: (cell) => numberIn(cell, POINT) },
  { type: 'number', notation: 'decimal-comma', read: (cell) => numberIn(cell, COMMA) },
];

/** The parts of a number as it is written; null where the cell is something else. */
interface Parts {
  readonly digits: string;
  readonly sign: '' | '+' | '-';
  readonly unit: string;
}

function numberIn(cell: string, notation: Notation): CellReading | null {
  const plain = plainNumber(cell, notation);
  if (plain !== undefined) return plain;
  if (cell.length > 64 || !/\d/.test(cell)) return null;
  const parts = partsOf(cell.replace(/[\u00a0\u2009\u202f]/g, ' ').replace(/\u2212/g, '-'));
  if (parts === null) return null;
  const value = numberOf(parts, notation);
  return value === null ? null : { value, mark: parts.unit };
}

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT_SIGN = 46;

/**
 * What most cells of large tables are, without patterns: `12`, `-3.50`. Undefined where that is not enough to tell.
 */
function plainNumber(cell: string, { decimal }: Notation): CellReading | null | undefined {
  const begin = cell.charCodeAt(0) === MINUS ? 1 : 0;
  let point = -1;
  for (let at = begin; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    if (code === POINT_SIGN && point < 0) point = at;
    else if (code < ZERO || code > NINE) return undefined;
  }
  const whole = (point < 0 ? cell.length : point) - begin;
  const fraction = point < 0 ? 0 : cell.length - point - 1;
  const isPadded = whole > 1 && cell.charCodeAt(begin) === ZERO;
  if (whole === 0 || (point >= 0 && fraction === 0) || whole + fraction > SAFE_DIGITS || isPadded)
    return undefined;
  // Behind a point in a column with decimal commas stand three digits, or it is none of its numbers.
  if (point >= 0 && decimal !== '.') return fraction === 3 ? undefined : null;
  const value = Number(cell);
  return { value: value === 0 ? 0 : value, mark: '' };
}

function partsOf(cell: string): Parts | null {
  const { rest, signs, unit } = withoutPrefix(cell);
  const digits = DIGITS.exec(rest)?.[0];
  if (digits === undefined) return null;
  const behind = rest.slice(digits.length);
  const trailing = /^-|-$/.exec(behind);
  const word = (trailing ? behind.replace(trailing[0], '') : behind).trim();
  const after = word === '' ? unit : unitOf(word, !/^-?\s/.test(behind));
  const [sign = trailing ? '-' : ''] = signs;
  if (signs.length + (trailing ? 1 : 0) > 1 || after === null || (unit !== '' && unit !== after)) return null;
  return { digits, unit: after, sign: sign === '+' ? '+' : sign === '' ? '' : '-' };
}

/** Takes signs, parentheses and a currency from the beginning, in any order that people use: `-€5`, `€ -5`, `(€5)`, `(5) €`. */
function withoutPrefix(cell: string): { rest: string; signs: string[]; unit: string } {
  const signs: string[] = [];
  let rest = cell;
  let unit = '';
  for (let round = 0; round < 2; round++) {
    const inner = /^\(([^()]+)\)(.*)$/.exec(rest);
    const sign = inner ? null : /^([+-])\s*/.exec(rest);
    if (inner) signs.push('-');
    if (sign) signs.push(sign[1] ?? '');
    rest = inner ? `${inner[1]?.trim()}${inner[2]}` : rest.slice(sign?.[0].length ?? 0);
    const before = unit === '' ? BEFORE.exec(rest) : null;
    const found = before && (before[1] === '%' ? '%' : currencyOf(before[1] ?? ''));
    if (before && found) {
      unit = found;
      rest = rest.slice(before[0].length);
    }
  }
  return { rest, signs, unit };
}

function numberOf({ digits, sign, unit }: Parts, notation: Notation): number | null {
  const [mantissa = '', exponent] = digits.split(/[eE]/);
  const [whole, fraction] = splitAt(mantissa, notation.decimal);
  if (!/^\d*$/.test(fraction) || !isWhole(whole, fraction, notation)) return null;
  const plain = whole.replace(/\D/g, '');
  // An id: `007`. And `+351912` is dialled, not added up, where neither unit nor fraction says otherwise.
  if (/^0\d/.test(plain) || (sign === '+' && unit === '' && fraction === '')) return null;
  if (exponent !== undefined && unit !== '') return null;
  const text = `${plain || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  const number = Number(exponent === undefined ? text : `${text}e${exponent}`);
  if (!Number.isFinite(number) || !isKept(text, number, exponent)) return null;
  return sign === '-' && number !== 0 ? -number : number;
}

/** A separator at the very end divides nothing: it stays with the whole, which does not fit then. */
function splitAt(mantissa: string, decimal: string): readonly [whole: string, fraction: string] {
  const point = mantissa.lastIndexOf(decimal);
  if (point < 0 || point === mantissa.length - 1) return [mantissa, ''];
  return [mantissa.slice(0, point), mantissa.slice(point + 1)];
}

function isWhole(whole: string, fraction: string, notation: Notation): boolean {
  return whole === '' ? fraction !== '' : notation.whole.test(whole);
}

/** Whether a double says what is written: up to 15 digits always, more only as the shortest text of that double. */
function isKept(text: string, number: number, exponent: string | undefined): boolean {
  const significant = text.replace('.', '').replace(/^0+/, '').length;
  if (significant <= SAFE_DIGITS) return true;
  return exponent === undefined && text.includes('.') && String(number) === text;
}
