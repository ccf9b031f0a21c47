import { canonicalJson, type Json } from '#base';

/** Decimals that an answer shows; small numbers show as many significant digits instead. */
const DECIMALS = 2;
const SIGNIFICANT = 4;

/**
 * A number for a sentence: at most two decimals, thousands apart by commas. The same on every machine, whatever
 * its locale, because a run must replay to the same text (K4).
 *
 * @example readableNumber(1234567.891) // '1,234,567.89'
 */
export function readableNumber(number: number): string {
  const [whole = '', fraction] = plainNumber(number).split('.');
  if (/[^\d-]/.test(whole)) return plainNumber(number);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A number for a cell: at most two decimals and no separators, so that it can be copied into a sheet.
 *
 * @example plainNumber(0.1234567) // '0.1235'
 */
export function plainNumber(number: number): string {
  if (Number.isInteger(number)) return Object.is(number, -0) ? '0' : String(number);
  const rounded =
    Math.abs(number) < 1 ? Number(number.toPrecision(SIGNIFICANT)) : Number(number.toFixed(DECIMALS));
  return String(rounded);
}

/** Any value for a sentence: text without line ends or Markdown of its own (case B1). */
export function readableValue(value: Json): string {
  if (value === null) return 'nothing';
  return typeof value === 'number' ? readableNumber(value) : escaped(value);
}

/** Any value for a cell of a Markdown table: one line, with nothing that could end the cell. */
export function cellText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'number') return plainNumber(value);
  return escaped(value);
}

function escaped(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\|<>`*_[\]]/g, '\\$&')
    .trim();
}
