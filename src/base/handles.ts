import { type Hash, isHash } from './hash';
import { escapePointer, isJsonArray, isJsonObject, type Json, type JsonObject, own } from './json';

/** A column of a table that is handed on by reference. */
export interface HandleColumn {
  readonly name: string;
  readonly type: string;
  readonly unit?: string;
}

/**
 * A table that is too large to cross a step whole (V6). `hash` is SHA-256 over its columns and rows as canonical JSON, one
 * line each: the name of the bytes that its rows lie in.
 */
export type TableHandle = {
  readonly $table: {
    readonly hash: Hash;
    readonly rows: number;
    readonly bytes: number;
    readonly columns: readonly (JsonObject & HandleColumn)[];
  };
};

/** Bytes that are too many to cross a step (V6). */
export type BlobHandle = {
  readonly $blob: { readonly hash: Hash; readonly bytes: number; readonly type: string };
};

export type Handle = TableHandle | BlobHandle;

const RESERVED: ReadonlySet<string> = new Set(['$table', '$blob']);

/** Whether a value is the handle of a table, whole and with nothing beside it. */
export function isTableHandle(value: Json | undefined): value is TableHandle {
  const table = theOnly(value, '$table');
  return (
    table !== null &&
    hasKeys(table, ['hash', 'rows', 'bytes', 'columns']) &&
    isHashText(own(table, 'hash')) &&
    isCount(own(table, 'rows')) &&
    isCount(own(table, 'bytes')) &&
    areColumns(own(table, 'columns'))
  );
}

/** Whether a value is the handle of bytes. */
export function isBlobHandle(value: Json | undefined): value is BlobHandle {
  const blob = theOnly(value, '$blob');
  return (
    blob !== null &&
    hasKeys(blob, ['hash', 'bytes', 'type']) &&
    isHashText(own(blob, 'hash')) &&
    isCount(own(blob, 'bytes')) &&
    typeof own(blob, 'type') === 'string'
  );
}

export function isHandle(value: Json | undefined): value is Handle {
  return isTableHandle(value) || isBlobHandle(value);
}

/** The hash that a handle names its bytes by. */
export function hashOfHandle(handle: Handle): Hash {
  return '$table' in handle ? handle.$table.hash : handle.$blob.hash;
}

/** Whether a key may stand in values of hosts only (V6). */
export function isReservedKey(key: string): boolean {
  return RESERVED.has(key);
}

/**
 * The first place of a value, as a JSON Pointer, at which a key stands that only hosts may write (V6); null when there is
 * none.
 *
 * @param skips keys whose values are not looked into
 * @example reservedAt({ rows: { $table: {} } }) // '/rows/$table'
 */
export function reservedAt(value: Json, skips?: ReadonlySet<string>): string | null {
  if (isJsonArray(value)) return firstInside(value.entries(), skips);
  return isJsonObject(value) ? firstInside(Object.entries(value), skips) : null;
}

function firstInside(
  entries: Iterable<readonly [string | number, Json]>,
  skips: ReadonlySet<string> | undefined,
): string | null {
  for (const [key, inner] of entries) {
    if (typeof key === 'string') {
      if (RESERVED.has(key)) return `/${key}`;
      if (skips?.has(key)) continue;
    } else if (typeof inner !== 'object' || inner === null) continue;
    const found = reservedAt(inner, skips);
    if (found !== null) return `/${escapePointer(String(key))}${found}`;
  }
  return null;
}

/** Every handle inside a value, outermost first. */
export function* handlesIn(value: Json): Generator<Handle> {
  if (typeof value !== 'object' || value === null) return;
  if (isJsonObject(value) && isHandle(value)) yield value;
  else for (const inner of Object.values(value)) yield* handlesIn(inner);
}

function theOnly(value: Json | undefined, key: string): JsonObject | null {
  if (!isJsonObject(value) || !Object.hasOwn(value, key) || Object.keys(value).length !== 1) return null;
  const inner = own(value, key);
  return isJsonObject(inner) ? inner : null;
}

function hasKeys(object: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
}

function isHashText(value: Json | undefined): boolean {
  return typeof value === 'string' && isHash(value);
}

function isCount(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function areColumns(value: Json | undefined): boolean {
  return isJsonArray(value) && value.every(isColumn);
}

function isColumn(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { name, type, unit, ...rest } = value;
  return (
    typeof name === 'string' &&
    typeof type === 'string' &&
    (unit === undefined || typeof unit === 'string') &&
    Object.keys(rest).length === 0
  );
}
