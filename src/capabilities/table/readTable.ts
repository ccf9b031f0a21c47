import { isJsonObject, type Json, LIMITS, parseJson } from '#base';
import type { WorkspaceDocument } from '#plan';
import { failure } from '../fail';
import { isDate } from './inferColumn';
import { readCsv } from './readCsv';
import type { ColumnType, Row, Table } from './table';

/**
 * Reads a document as a table: CSV, or JSON that is an array of objects.
 *
 * @throws CallError `NOT_A_TABLE`, or one of `readCsv`
 */
export function readTable(document: WorkspaceDocument): Table {
  const name = document.name ?? document.id;
  if (document.kind === 'csv') return readCsv(document.text, name);
  if (document.kind === 'json') return readJsonTable(document.text, name);
  throw notATable(name, `is ${document.kind === 'markdown' ? 'Markdown' : 'text'}`);
}

function readJsonTable(text: string, name: string): Table {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) throw notATable(name, 'is no valid JSON');
  const { value } = parsed;
  if (!Array.isArray(value) || !value.every(isRow))
    throw notATable(name, 'is JSON, but not an array of objects');
  return { columns: columnsOf(value), rows: value };
}

function isRow(value: Json): value is Row {
  return isJsonObject(value);
}

/**
 * The columns of rows that came without a header: every key, in order of first appearance. In a run that order is the
 * canonical one of the ledger (K4) and means nothing: `shownColumns` has the one for people.
 */
export function columnsOf(rows: readonly Row[]): { name: string; type: ColumnType }[] {
  const cells = new Map<string, Json[]>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const column = cells.get(name);
      if (column) column.push(value);
      else cells.set(name, [value]);
    }
  }
  return [...cells].map(([name, values]) => ({ name, type: typeOfValues(values) }));
}

function typeOfValues(values: readonly Json[]): ColumnType {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0) return 'text';
  if (filled.every((value) => typeof value === 'number')) return 'number';
  if (filled.every((value) => typeof value === 'boolean')) return 'boolean';
  return filled.every((value) => typeof value === 'string' && isDate(value)) ? 'date' : 'text';
}

function notATable(name: string, what: string) {
  return failure(
    'NOT_A_TABLE',
    `"${name}" ${what}.`,
    'Load a CSV document, or JSON that is an array of objects.',
  );
}
