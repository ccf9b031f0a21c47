import { type Json, own } from '#base';
import { areYears, compareCells, decimalsOfColumn, type Row, type Table } from '#capabilities';
import { passes, words } from './cellTests';
import { cellText } from './cellText';
import { statisticsOf } from './statistics';
import type { TableColumn, TableOrder, TableQuery, TableRow, TableSource } from './tableSource';

/** What stood in a cell before it was read; null where nobody knows. */
export type WrittenCell = (row: number, column: string) => string | null;

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
