import { canonicalJson, type Json } from '#base';
import { isNaming, readableNumber, withUnit } from '#capabilities';
import type { TableColumn } from './tableSource';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A cell as people read it: numbers with thousands apart and their unit, dates with the month by name, which nobody reads the
 * wrong way round. The same on every machine, whatever its language.
 *
 * @example cellText(-1204.5, { type: 'number', unit: 'EUR', decimals: 2, … }) // '-€1,204.50'
 * @example cellText('2026-04-03', { type: 'date', … }) // '3 Apr 2026'
 */
export function cellText(value: Json, column: TableColumn): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value, column);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return canonicalJson(value);
  const isDate = column.type === 'date' || column.type === 'timestamp';
  return isDate && column.dates !== 'iso' ? dateText(value) : value;
}

function numberText(value: number, column: TableColumn): string {
  const { type, unit, decimals } = column;
  if (Number.isInteger(value) && isNaming(column)) return String(value);
  const text = decimals === undefined ? fullNumber(value) : readableNumber(value, decimals);
  return withUnit(text, unit ?? (type === 'duration' ? 's' : undefined));
}

/** All digits of a number, thousands apart. */
function fullNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = /^-?\d+$/.test(whole) ? readableNumber(Number(whole), 0) : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** `3 Apr 2026`, `3 Apr 2026, 14:05`; a text that is no ISO date as it is. */
export function dateText(iso: string): string {
  const [, year, month, day, time, zone] = ISO_DATE.exec(iso) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return iso;
  const date = `${Number(day)} ${name} ${year}`;
  return time === undefined ? date : `${date}, ${time}${zone === undefined ? '' : ` ${zone}`}`;
}
