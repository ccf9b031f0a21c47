import { isJsonObject, isRows, type Json, LIMITS, parseJson } from '#base';
import { failure, listed } from '../fail';
import type { Row } from './table';

interface JsonRows {
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** @throws CallError `NOT_A_TABLE` */
export function rowsInJson(text: string, name: string): JsonRows {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) throw notATable(name, 'is not valid JSON');
  const found = rowsIn(parsed.value);
  if (found === null) throw notATable(name, 'is JSON, but not an array of objects');
  return found;
}

/**
 * An array of objects; or the one that an object holds, as what servers answer does: `{"data": […], "total": 2}`. Null where there
 * is none, or more than one, between which nobody has decided.
 */
function rowsIn(value: Json): JsonRows | null {
  if (isRows(value)) return { rows: value, notes: [] };
  if (!isJsonObject(value)) return null;
  const lists = Object.entries(value).flatMap(([key, one]) =>
    isRows(one) && one.length > 0 ? [{ key, rows: one }] : [],
  );
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return null;
  const rest = Object.keys(value).filter((key) => key !== only.key);
  const left = rest.length === 0 ? '' : ` What stands beside them is left out: ${listed(rest, 3)}.`;
  return { rows: only.rows, notes: [`The rows are those of "${only.key}".${left}`] };
}

export function tooWide(name: string, columns: number, rows: number) {
  return failure(
    'TABLE_TOO_LARGE',
    `"${name}" has ${columns.toLocaleString('en')} columns in ${rows.toLocaleString('en')} rows, more than a table holds.`,
    'Give its rows the same few keys: what is a key in each row is often a value of one column.',
  );
}

export function notATable(name: string, what: string) {
  return failure(
    'NOT_A_TABLE',
    `"${name}" ${what}.`,
    'Load a CSV document, or JSON that is an array of objects.',
  );
}
