import { canonicalJson, type Json } from '#base';
import { decimalsOf } from '../reading/sum';

/** Decimals of a computed number; more are of no use to a reader. */
const SHOWN_DECIMALS = 2;
/** From this many decimals on a column holds computed numbers, not measured ones such as positions. */
const COMPUTED_DECIMALS = 6;
/** Digits of a number below 1 whose decimals say too little. */
const SIGNIFICANT = 4;

/** How many decimals the numbers of a column are shown with, all of them alike: none, or two and more as money has. */
export function decimalsOfColumn(numbers: readonly number[]): number {
  return decimalsForMost(numbers.reduce((decimals, number) => Math.max(decimals, decimalsOf(number)), 0));
}

/** The same, of a column one of whose numbers has as many decimals and none has more. */
export function decimalsForMost(most: number): number {
  if (most === 0 || most >= COMPUTED_DECIMALS) return Math.min(most, SHOWN_DECIMALS);
  return Math.max(most, SHOWN_DECIMALS);
}

/**
 * A number with thousands apart by commas, alike in sentences and tables, and alike on every machine, so that a run
 * replays to the same text (K4). On its own it has at most two decimals.
 *
 * @example readableNumber(1234567.8915) // '1,234,567.89'
 * @example readableNumber(16842.7, 2) // '16,842.70'
 */
export function readableNumber(number: number, decimals = ownDecimals(number)): string {
  const plain = fixed(number, decimals);
  const [whole = '', fraction] = plain.split('.');
  if (!/^-?\d+$/.test(whole)) return plain;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** How many decimals a number is shown with on its own. */
export function ownDecimals(number: number): number {
  return Math.min(SHOWN_DECIMALS, decimalsOf(number));
}

function fixed(number: number, decimals: number): string {
  if (Math.abs(number) >= 1e21) return String(number);
  const cut = decimalsOf(number) > decimals;
  if (cut && Math.abs(number) < 1) return String(Number(number.toPrecision(SIGNIFICANT)));
  return (Object.is(number, -0) ? 0 : number).toFixed(decimals);
}

const SIGNS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', INR: '₹', $: '$', '¥': '¥' };

/**
 * A number in words with what it counts: the sign of a currency before it, any other unit behind.
 *
 * @example withUnit('-1,204.50', 'EUR') // '-€1,204.50'
 * @example withUnit('26', '%') // '26%'
 */
export function withUnit(number: string, unit: string | undefined): string {
  if (unit === undefined || number === '') return number;
  const sign = Object.hasOwn(SIGNS, unit) ? SIGNS[unit] : undefined;
  if (sign !== undefined) return number.replace(/^-?/, (minus) => `${minus}${sign}`);
  return unit === '%' ? `${number}%` : `${number} ${unit}`;
}

/** Any value for a sentence or a cell: text without line ends or Markdown of its own (case B1). */
export function readableValue(value: Json, decimals?: number): string {
  if (value === null) return 'nothing';
  return typeof value === 'number' ? readableNumber(value, decimals) : escaped(value);
}

function escaped(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\|<>`*_[\]]/g, '\\$&')
    .trim();
}
