import { canonicalJson, type Json } from '#base';
import { decimalsOf } from './sum';

/** Decimals of a computed number; more are of no use to a reader. */
const SHOWN_DECIMALS = 2;
/** From this many decimals on a column holds computed numbers, not measured ones such as positions. */
const COMPUTED_DECIMALS = 6;
/** Digits of a number below 1 whose decimals say too little. */
const SIGNIFICANT = 4;

/** How many decimals the numbers of a column are shown with, all of them alike. */
export function decimalsOfColumn(numbers: readonly number[]): number {
  const most = numbers.reduce((decimals, number) => Math.max(decimals, decimalsOf(number)), 0);
  return most < COMPUTED_DECIMALS ? most : SHOWN_DECIMALS;
}

/**
 * A number in fixed, plain digits, so that it can be copied into a sheet, and so that a run replays to the same text
 * on every machine (K4). On its own it has at most two decimals.
 *
 * @example plainNumber(16842.7, 2) // '16842.70'
 * @example plainNumber(35.33333) // '35.33'
 */
export function plainNumber(number: number, decimals = Math.min(SHOWN_DECIMALS, decimalsOf(number))): string {
  if (Math.abs(number) >= 1e21) return String(number);
  const cut = decimalsOf(number) > decimals;
  if (cut && Math.abs(number) < 1) return String(Number(number.toPrecision(SIGNIFICANT)));
  return (Object.is(number, -0) ? 0 : number).toFixed(decimals);
}

/**
 * The same for a sentence, with thousands apart by commas.
 *
 * @example readableNumber(1234567.8915) // '1,234,567.89'
 */
export function readableNumber(number: number, decimals?: number): string {
  const plain = plainNumber(number, decimals);
  const [whole = '', fraction] = plain.split('.');
  if (!/^-?\d+$/.test(whole)) return plain;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Any value for a sentence: text without line ends or Markdown of its own (case B1). */
export function readableValue(value: Json, decimals?: number): string {
  if (value === null) return 'nothing';
  return typeof value === 'number' ? readableNumber(value, decimals) : escaped(value);
}

/** Any value for a cell of a Markdown table: one line, with nothing that could end the cell. */
export function cellText(value: Json, decimals?: number): string {
  if (value === null) return '';
  return typeof value === 'number' ? plainNumber(value, decimals) : escaped(value);
}

function escaped(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\|<>`*_[\]]/g, '\\$&')
    .trim();
}
