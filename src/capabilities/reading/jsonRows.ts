import { isJsonObject, LIMITS, own, parseJson, type RecordList, recordsIn } from '#base';
import { failure, listed } from '../fail';
import type { Row } from './table';

interface JsonRows {
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/**
 * An array of objects; or the one that is in objects, as what servers answer does: `{"data": […], "total": 2}`. Of several it is the
 * one that is not in an object within; otherwise nobody has decided which is meant.
 *
 * @throws CallError `NOT_A_TABLE`
 */
export function rowsInJson(text: string, name: string): JsonRows {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) throw notATable(name, 'is not valid JSON');
  const { value } = parsed;
  const { lists, beside } = recordsIn(value);
  const outer = lists.filter(({ path }) => isJsonObject(value) && own(value, path) !== undefined);
  const [only, ...equal] = outer.length === 1 ? outer : lists;
  if (only === undefined) throw notATable(name, 'is JSON, but has no list of records (objects)');
  if (equal.length > 0) throw severalTables(name, lists);
  if (only.path === '') return { rows: only.rows, notes: [] };
  const others = [...lists.filter((one) => one !== only).map(({ path }) => path), ...beside];
  const left = others.length === 0 ? '' : ` What stands beside them is left out: ${listed(others, 3)}.`;
  return { rows: only.rows, notes: [`The rows are those of "${only.path}".${left}`] };
}

function severalTables(name: string, lists: readonly RecordList[]) {
  const paths = lists.map(({ path }) => path);
  return failure(
    'NOT_A_TABLE',
    `"${name}" is JSON with ${lists.length} lists of records: ${listed(paths, 5)}.`,
    'Bring it in as a file, and each of them becomes a table; or keep one list of records in it.',
  );
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
