import { canonicalJson, type Json, own } from '#base';
import {
  areYears,
  compareCells,
  decimalsOfColumn,
  type Row,
  sameCell,
  sumOf,
  type Table,
} from '#capabilities';
import type { ColumnType } from '#plan';
import { cellText } from './cellText';
import type {
  CellTest,
  ColumnStatistics,
  TableColumn,
  TableOrder,
  TableQuery,
  TableRow,
  TableSource,
} from './tableSource';

/** What stood in a cell before it was read; null where nobody knows. */
type WrittenCell = (row: number, column: string) => string | null;

/**
 * Rows that lie in the page. Filtering and sorting looks at each row once a query; the last query's answer is kept, so that
 * scrolling through it costs nothing.
 *
 * @param written what stood there before reading; row from 0
 */
export function tableInMemory(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  written?: WrittenCell,
): TableSource {
  let last: { readonly query: TableQuery; readonly found: readonly number[] } | null = null;
  const answer = (query: TableQuery): readonly number[] => {
    if (last === null || !sameQuery(last.query, query)) {
      last = { query, found: sorted(found(query), query.order) };
    }
    return last.found;
  };
  const cell = (row: number, name: string): Json => {
    const there = rows[row];
    return (there && own(there, name)) ?? null;
  };
  const found = ({ search, filters }: TableQuery): number[] => {
    const searched = words(search);
    const places = rows.map((_, index) => index);
    if (searched.length === 0 && filters.length === 0) return places;
    const byName = new Map(columns.map((column) => [column.name, column]));
    return places.filter(
      (row) =>
        filters.every(({ column, test }) => {
          const of = byName.get(column);
          return of !== undefined && passes(cell(row, column), test, of);
        }) &&
        searched.every((text) =>
          columns.some((column) => passes(cell(row, column.name), { kind: 'contains', text }, column)),
        ),
    );
  };
  const sorted = (places: number[], order: TableOrder | null): readonly number[] => {
    if (order === null) return places;
    const sign = order.descending ? -1 : 1;
    return places
      .map((row) => ({ row, value: cell(row, order.column) }))
      .sort((left, right) => {
        if (left.value === null || right.value === null)
          return Number(left.value === null) - Number(right.value === null);
        return sign * compareCells(left.value, right.value);
      })
      .map(({ row }) => row);
  };
  return {
    columns,
    count: (query) => answer(query).length,
    rows: (query, from, to) =>
      answer(query)
        .slice(from, to)
        .map(
          (row): TableRow => ({
            number: row + 1,
            cells: columns.map(({ name }) => cell(row, name)),
            ...(written && {
              written: columns.map((column) =>
                unlike(cell(row, column.name), column, written(row, column.name)),
              ),
            }),
          }),
        ),
    statistics: (query, name) => {
      const type = columns.find((column) => column.name === name)?.type ?? 'text';
      return statisticsOf(
        answer(query).map((row) => cell(row, name)),
        type,
      );
    },
  };
}

/** What was written, where that is not what is shown. */
function unlike(value: Json, column: TableColumn, written: string | null): string | null {
  return written === null || written === '' || written === cellText(value, column) ? null : written;
}

/** The columns of a table that was read, each number with as many decimals as its column has. */
export function columnsOfTable({ columns, rows }: Table): readonly TableColumn[] {
  return columns.map(({ name, type, unit }) => ({
    name,
    label: name,
    type,
    ...(unit !== undefined && { unit }),
    ...(type === 'number' && ofNumbers(name, rows)),
  }));
}

function ofNumbers(name: string, rows: readonly Row[]): Pick<TableColumn, 'decimals' | 'areYears'> {
  const numbers = rows.flatMap((row) => {
    const value = own(row, name);
    return typeof value === 'number' ? [value] : [];
  });
  return { decimals: decimalsOfColumn(numbers), ...(areYears(name, numbers) && { areYears: true }) };
}

/** By what they say: a query that came out of another thread is a copy each time. */
function sameQuery(left: TableQuery, right: TableQuery): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Whether a cell is what a filter asks for. */
function passes(value: Json, test: CellTest, column: TableColumn): boolean {
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
function words(search: string): readonly string[] {
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

const MOST_FREQUENT = 5;
const TIMES: ReadonlySet<ColumnType> = new Set(['date', 'timestamp', 'time']);

/** What is known of the cells of a column; one pass over them, and one over their different values. */
function statisticsOf(cells: readonly Json[], type: ColumnType): ColumnStatistics {
  const counts = new Map<Json, { readonly value: Json; count: number }>();
  let filled = 0;
  for (const value of cells) {
    if (value === null) continue;
    filled += 1;
    const key = typeof value === 'object' ? canonicalJson(value) : value;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { value, count: 1 });
  }
  const values = [...counts.values()];
  return {
    filled,
    empty: cells.length - filled,
    distinct: values.length,
    frequent: mostFrequent(values),
    numbers: numbersIn(cells, filled),
    span: TIMES.has(type) ? spanOf(values) : null,
  };
}

interface Counted {
  readonly value: Json;
  readonly count: number;
}

/** A sort of all values would take longest where all are different, which is where nobody asks. */
function mostFrequent(values: readonly Counted[]): readonly Counted[] {
  const found: Counted[] = [];
  for (const one of values) {
    const last = found[MOST_FREQUENT - 1];
    if (last !== undefined && one.count <= last.count) continue;
    const at = found.findIndex(({ count }) => count < one.count);
    found.splice(at < 0 ? found.length : at, 0, one);
    found.length = Math.min(found.length, MOST_FREQUENT);
  }
  return found;
}

function numbersIn(cells: readonly Json[], filled: number): ColumnStatistics['numbers'] {
  const numbers = cells.filter((value) => typeof value === 'number');
  if (filled === 0 || numbers.length !== filled) return null;
  const sum = sumOf(numbers);
  let [min = 0] = numbers;
  let max = min;
  for (const number of numbers) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return { min, max, sum, mean: sum / filled };
}

function spanOf(values: readonly Counted[]): ColumnStatistics['span'] {
  let [earliest, latest]: [string | null, string | null] = [null, null];
  for (const { value } of values) {
    if (typeof value !== 'string') return null;
    if (earliest === null || value < earliest) earliest = value;
    if (latest === null || value > latest) latest = value;
  }
  return earliest === null || latest === null ? null : { earliest, latest };
}
