import Papa from 'papaparse';
import type { Json } from '#base';
import type { TableColumn, TableQuery, TableRow, TableSource } from './tableSource';

/** How many rows are asked for at once, so that a worker answers in pieces. */
const PIECE = 5_000;

/** All rows that answer a query, piece by piece. */
export async function allRows(
  source: TableSource,
  query: TableQuery,
  signal?: AbortSignal,
): Promise<readonly TableRow[]> {
  const count = await source.count(query, signal);
  const rows: TableRow[] = [];
  for (let from = 0; from < count; from += PIECE) {
    for (const row of await source.rows(query, from, Math.min(count, from + PIECE), signal)) rows.push(row);
  }
  return rows;
}

/**
 * What a spreadsheet takes for a formula (case A13). A text that is a number, `-5` or `+351912345678`, is none: it would be
 * read as that number with or without a mark.
 */
const FORMULA = /^(?![+-]?\d[\d.,]*$)[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180): values as they are kept, not as they are shown; what a spreadsheet would take for a formula begins
 * with an apostrophe.
 */
export function csvOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  return delimited(columns, rows, ',', '\r\n');
}

/** The same with tabs, as spreadsheets take it from the clipboard. */
export function tsvOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  return delimited(columns, rows, '\t', '\n');
}

function delimited(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  delimiter: string,
  newline: string,
): string {
  const fields = columns.map(({ name }) => name);
  const data = rows.map(({ cells }) => cells.map(plainCell));
  return Papa.unparse({ fields, data }, { delimiter, newline, escapeFormulae: FORMULA });
}

function plainCell(cell: Json): string | number | boolean | null {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
}

/** Rows as a JSON array of objects, one a line, with every column in its order. */
export function jsonOf(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const lines = rows.map(({ cells }) =>
    // fromEntries creates own properties, also for a column that is called `__proto__` (case C1).
    JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null]))),
  );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
