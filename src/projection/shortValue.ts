import { count, isBlobHandle, isJsonObject, isTableHandle, type Json, type JsonObject } from '#base';

const MOST_CHARACTERS = 40;

/**
 * A value in about five words, for a card, a row or a tooltip.
 *
 * @example shortValue([{ a: 1, b: 2 }]) // 'table · 1 × 2'
 * @example shortValue({ rows: [{ a: 1 }], count: 1 }) // '1 row'
 * @example shortValue({ $table: { rows: 20000, columns: [{ … }, { … }], … } }) // 'table · 20000 × 2'
 * @example shortValue('Nothing found.') // '"Nothing found."'
 */
export function shortValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'nothing';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'boolean') return String(value);
  return isJsonObject(value) ? shortObject(value) : shortArray(value);
}

/** Text on one line, at most `most` characters, the last of them an ellipsis when something was cut. */
export function cutText(text: string, most: number = MOST_CHARACTERS): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function quoted(text: string): string {
  return `"${cutText(text)}"`;
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

function shortArray(array: readonly Json[]): string {
  if (array.length === 0) return 'empty list';
  const columns = columnsOf(array);
  return columns === null ? count(array.length, 'item') : `table · ${array.length} × ${columns}`;
}

/** How many columns a list of objects has, read from its first 20 rows; null when it is no table. */
function columnsOf(array: readonly Json[]): number | null {
  const names = new Set<string>();
  for (const row of array.slice(0, 20)) {
    if (!isJsonObject(row)) return null;
    for (const name of Object.keys(row)) names.add(name);
  }
  return names.size;
}

function shortObject(object: JsonObject): string {
  if (isTableHandle(object)) return `table · ${object.$table.rows} × ${object.$table.columns.length}`;
  if (isBlobHandle(object)) return `${object.$blob.type} · ${count(object.$blob.bytes, 'byte')}`;
  const names = Object.keys(object);
  const { rows, columns, value, text, decision, passages, nodes } = object;
  if (Array.isArray(nodes) && Array.isArray(object.edges)) return `plan · ${count(nodes.length, 'step')}`;
  if (typeof decision === 'string') return decision;
  if (Array.isArray(passages)) return count(passages.length, 'passage');
  if (value !== undefined && !isBig(value)) return shortValue(value);
  if (Array.isArray(rows)) return shortRows(rows.length, columns);
  if (isTableHandle(rows)) return shortRows(rows.$table.rows, columns);
  if (typeof text === 'string') return quoted(text);
  if (names.length === 0) return 'empty object';
  return `{ ${cutText(names.join(', '), MOST_CHARACTERS - 4)} }`;
}

function shortRows(rows: number, columns: Json | undefined): string {
  const height = count(rows, 'row');
  return Array.isArray(columns) ? `${height} · ${count(columns.length, 'column')}` : height;
}

function isBig(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
