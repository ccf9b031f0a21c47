/** A JSON value (RFC 8259), the only kind of value that crosses a step boundary (V4). */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
export type JsonObject = { readonly [key: string]: Json };

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is rows of a table: a list of objects, perhaps of none. */
export function isRows(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((row) => isJsonObject(row));
}

/** Whether a JSON value is a list; after `Array.isArray` TypeScript would take it for one of anything. */
export function isJsonArray(value: Json | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The items of a value that is a list; any other has none. */
export function itemsIn(value: Json | undefined): JsonArray {
  return isJsonArray(value) ? value : [];
}

/** Those of them that are objects. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return itemsIn(value).filter(isJsonObject);
}

/** Reads an own property; never the prototype's (case C1). */
export function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Any value as a text: texts as they are, all else as JSON. `String` would call a member named `toString` or `valueOf`, and
 * throw where that is no function (case C1).
 */
export function plainText(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/**
 * Finds the first place where a value is not JSON (V4): functions, undefined, NaN, Infinity, BigInt,
 * class instances, cycles and anything deeper than `maxDepth`.
 *
 * @returns the path of the offence in JSON Pointer form (RFC 6901), or null when the value is JSON.
 * @example notJsonAt({ a: [1, NaN] }, 64) // '/a/1'
 */
export function notJsonAt(value: unknown, maxDepth: number): string | null {
  const offence = findOffence(value, maxDepth);
  return offence === '' ? '/' : offence;
}

/** Narrows an unknown value to JSON. */
export function isJson(value: unknown, maxDepth: number): value is Json {
  return notJsonAt(value, maxDepth) === null;
}

/** The path to the first offence, put together on the way back only: nearly every value has none. */
function findOffence(value: unknown, depthLeft: number): string | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : '';
  if (typeof value !== 'object' || depthLeft === 0) return '';
  if (Array.isArray(value)) return findInArray(value, depthLeft);
  if (!isPlainObject(value)) return '';
  for (const key of Object.keys(value)) {
    const offence = findOffence(Reflect.get(value, key), depthLeft - 1);
    if (offence !== null) return `/${escapePointer(key)}${offence}`;
  }
  return null;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A value from another realm has another Object.prototype, whose own prototype is null.
  const isPlain =
    prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
  return isPlain && typeof Reflect.get(value, 'toJSON') !== 'function';
}

function findInArray(array: readonly unknown[], depthLeft: number): string | null {
  for (let index = 0; index < array.length; index++) {
    const offence = findOffence(array[index], depthLeft - 1);
    if (offence !== null) return `/${index}${offence}`;
  }
  return null;
}

/** Escapes one segment of a JSON Pointer (RFC 6901 §3). */
export function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A value with each of its texts changed, at any depth; keys stay. */
export function withTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value);
  if (isJsonArray(value)) return value.map((item) => withTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]));
}

/** Every text of a value, with its JSON Pointer (RFC 6901). */
export function* textsIn(
  value: Json,
  path = '',
): Generator<{ readonly text: string; readonly path: string }> {
  if (typeof value === 'string') yield { text: value, path };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, `${path}/${escapePointer(key)}`);
}

/** A typed value of a document as the JSON that is written of it: fields that are undefined are not there. */
export function jsonOf(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

/** The fields of an object that are given: JSON has no undefined, and what is not said stands nowhere. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return kept(fields, (value) => value !== undefined) as Present<Fields>;
}

type Present<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** The same without lists and objects that are empty. */
export function filled<Fields extends object>(fields: Fields): Filled<Fields> {
  return kept(fields, (value) => value !== undefined && !isEmpty(value)) as Filled<Fields>;
}

type Filled<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function kept(fields: object, isKept: (value: unknown) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isKept(value)));
}

/**
 * A row of a table: cells under the names of their columns. Of large tables this is most of the work of reading, and assigning takes
 * a fraction of the time of `fromEntries`; a column that is called `__proto__` is an own property all the same (case C1).
 *
 * @param cellAt the cell of a column, by its place among the names
 */
export function rowOf(names: readonly string[], cellAt: (index: number) => Json): JsonObject {
  const row: Record<string, Json> = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name === '__proto__') define(row, name, cellAt(index));
    else row[name] = cellAt(index);
  }
  return row;
}

function define(row: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(row, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Where a value lies in another: names of properties, places in lists. */
export type JsonPath = readonly (string | number)[];

/**
 * The object with another value at a path; undefined takes away what is there. An object that says nothing any more
 * goes with its last property, unless it is the whole or a row of a list. Properties keep their order.
 *
 * @example setAt({ limits: { maxSteps: 5 } }, ['limits', 'maxSteps'], undefined) // {}
 */
export function setAt(value: JsonObject, path: JsonPath, next: Json | undefined): JsonObject {
  const changed = put(value, path, next);
  return isJsonObject(changed) ? changed : {};
}

function put(value: Json | undefined, [head, ...rest]: JsonPath, next: Json | undefined): Json | undefined {
  if (head === undefined) return next;
  if (typeof head === 'number') return putInList(Array.isArray(value) ? value : [], head, rest, next);
  const object = isJsonObject(value) ? value : {};
  const inside = put(Object.hasOwn(object, head) ? object[head] : undefined, rest, next);
  const says = inside !== undefined && !(rest.length > 0 && isEmptyObject(inside));
  return withProperty(object, head, says ? inside : undefined);
}

function putInList(
  list: readonly Json[],
  index: number,
  rest: JsonPath,
  next: Json | undefined,
): readonly Json[] {
  const inside = put(list[index], rest, next);
  if (inside === undefined) return list.filter((_, at) => at !== index);
  return list.map((item, at) => (at === index ? inside : item));
}

/** A new property stands last; own properties only, whatever their names (case C1). */
function withProperty(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const entries = Object.entries(object);
  if (value === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (!Object.hasOwn(object, name)) return Object.fromEntries([...entries, [name, value]]);
  return Object.fromEntries(entries.map(([key, old]) => [key, key === name ? value : old]));
}

function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

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
