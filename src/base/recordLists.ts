import { isJsonArray, isJsonObject, isRows, type Json, type JsonObject } from './json';

/** Records that stand together in JSON, which is a table. */
export interface RecordList {
  /** The keys that lead to it, joined by dots; empty where it is the whole. */
  readonly path: string;
  readonly rows: readonly JsonObject[];
}

interface Records {
  readonly lists: readonly RecordList[];
  /** Where all else stands, in the same form. */
  readonly beside: readonly string[];
}

/** Keys within keys: as deep as answers of servers wrap their records. */
const DEEPEST = 3;

/**
 * The lists of records in a value: the value itself, or those that are in its objects, as what servers answer and what programs
 * export has them. A list inside of a record belongs to that record.
 *
 * @example recordsIn({ data: { items: [{ id: 1 }], total: 1 } })
 * // { lists: [{ path: 'data.items', rows: [{ id: 1 }] }], beside: ['data.total'] }
 */
export function recordsIn(value: Json): Records {
  if (isRows(value)) return { lists: [{ path: '', rows: value }], beside: [] };
  return isJsonObject(value) ? recordsUnder(value, []) : { lists: [], beside: [] };
}

function recordsUnder(value: JsonObject, keys: readonly string[]): Records {
  const found = Object.entries(value).map(([key, inner]) => recordsAt(inner, [...keys, key]));
  return {
    lists: found.flatMap(({ lists }) => lists),
    beside: found.flatMap(({ beside }) => beside),
  };
}

function recordsAt(value: Json, keys: readonly string[]): Records {
  const path = keys.join('.');
  if (isJsonArray(value) && value.length > 0 && isRows(value))
    return { lists: [{ path, rows: value }], beside: [] };
  const inside = isJsonObject(value) && keys.length < DEEPEST ? recordsUnder(value, keys) : null;
  return inside !== null && inside.lists.length > 0 ? inside : { lists: [], beside: [path] };
}

/** Keys under which programs put whatever it is that they hold. */
const SAYING_NOTHING = new Set(
  'data items results result rows records values value list entries nodes content elements objects response body payload docs hits features'.split(
    ' ',
  ),
);

/** What a list of records is called: the last of its keys that says what they are; null where none does. */
export function nameOfRecords(path: string): string | null {
  return path.split('.').findLast((key) => key !== '' && !SAYING_NOTHING.has(key.toLowerCase())) ?? null;
}
