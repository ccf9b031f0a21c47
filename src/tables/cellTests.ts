import type { Json } from '#base';
import { sameCell } from '#capabilities';
import { cellText } from './cellText';
import type { CellTest, TableColumn } from './tableSource';

/** Whether a cell is what a filter asks for. */
export function passes(value: Json, test: CellTest, column: TableColumn): boolean {
  if (test.kind === 'empty') return value === null;
  if (value === null) return false;
  switch (test.kind) {
    case 'filled':
      return true;
    case 'is':
      return sameCell(value, test.value);
    case 'contains':
      return contains(value, test.text.toLowerCase(), column);
    case 'between':
      return isWithin(value, test);
  }
}

function contains(value: Json, text: string, column: TableColumn): boolean {
  const isKept = typeof value === 'string' || typeof value === 'number';
  return (
    (isKept && String(value).toLowerCase().includes(text)) ||
    cellText(value, column).toLowerCase().includes(text)
  );
}

function isWithin(value: Json, { from, to, open }: Extract<CellTest, { kind: 'between' }>): boolean {
  const isAfter = from === null || isOrdered(from, value, open);
  return isAfter && (to === null || isOrdered(value, to, open));
}

/** Numbers by size, texts by code units; a number and a text have no order. */
function isOrdered(low: Json, high: Json, strictly: boolean): boolean {
  if (typeof low === 'number' && typeof high === 'number') return strictly ? low < high : low <= high;
  if (typeof low === 'string' && typeof high === 'string') return strictly ? low < high : low <= high;
  return false;
}

/** The words of a search, in small letters. */
export function words(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * What a person types into the filter of a column: `paid` (has this in it), `=paid` (exactly), `>100`, `<= 2026-03-31`,
 * `10..20`, `empty`, `filled`. Null where nothing is asked.
 */
export function readCellTest(typed: string, column: TableColumn): CellTest | null {
  const text = typed.trim();
  if (text === '') return null;
  if (text === 'empty' || text === 'filled') return { kind: text };
  const sign = ['<=', '>=', '<', '>', '='].find((one) => text.startsWith(one)) ?? '';
  const rest = text.slice(sign.length).trim();
  if (sign === '=') return { kind: 'is', value: valueIn(rest, column) };
  const bound = boundIn(rest, column);
  if (sign === '' || bound === null) return rangeIn(text, column) ?? { kind: 'contains', text };
  const open = sign.length === 1;
  return sign.startsWith('<')
    ? { kind: 'between', from: null, to: bound, open }
    : { kind: 'between', from: bound, to: null, open };
}

function rangeIn(text: string, column: TableColumn): CellTest | null {
  const [first = '', second = '', ...more] = text.split('..');
  const [from, to] = [boundIn(first.trim(), column), boundIn(second.trim(), column)];
  return from === null || to === null || more.length > 0 ? null : { kind: 'between', from, to, open: false };
}

const NUMERIC: ReadonlySet<TableColumn['type']> = new Set(['number', 'duration']);

/** A bound of the column's kind; null where the text is none, or the column has no order that people mean. */
function boundIn(text: string, { type }: TableColumn): number | string | null {
  if (NUMERIC.has(type)) return numberIn(text);
  return type === 'boolean' || text === '' ? null : text;
}

function valueIn(text: string, { type }: TableColumn): Json {
  if (type === 'boolean') return /^(?:yes|true)$/i.test(text);
  return NUMERIC.has(type) ? (numberIn(text) ?? text) : text;
}

function numberIn(text: string): number | null {
  const number = Number(text.replaceAll(',', ''));
  return text === '' || Number.isNaN(number) ? null : number;
}
