import type { Environment } from '@marcbachmann/cel-js';
import {
  type BlobHandle,
  type Handle,
  isBlobHandle,
  isHandle,
  isJsonObject,
  isTableHandle,
  type Json,
  type TableHandle,
} from '#base';

/** A handle as expressions see it (V6): what it says of itself can be read, and it is passed on whole. */
export abstract class HandleValue {
  readonly #handle: Handle;
  constructor(handle: Handle) {
    this.#handle = handle;
  }
  get handle(): Handle {
    return this.#handle;
  }
}

class TableValue extends HandleValue {
  readonly rows: number;
  readonly bytes: number;
  readonly columns: Json;
  constructor(handle: TableHandle) {
    super(handle);
    this.rows = handle.$table.rows;
    this.bytes = handle.$table.bytes;
    this.columns = handle.$table.columns;
  }
}

class BlobValue extends HandleValue {
  readonly bytes: number;
  readonly type: string;
  constructor(handle: BlobHandle) {
    super(handle);
    this.bytes = handle.$blob.bytes;
    this.type = handle.$blob.type;
  }
}

/** What to do instead, whatever an expression tried. */
export const HANDLE_HELP =
  'a large table is passed on whole, and only its rows, bytes and columns can be read here: take some of its rows with table.limit first';

/** Makes the two kinds of handles known, so that no other operation fits them. */
export function registerHandles(environment: Environment): void {
  environment.registerType('Table', {
    ctor: TableValue,
    fields: { rows: 'double', bytes: 'double', columns: 'list' },
  });
  environment.registerType('Blob', { ctor: BlobValue, fields: { bytes: 'double', type: 'string' } });
}

/** So many parts of a value are looked at again each time; what is larger is remembered. */
const SMALL = 64;
const known = new WeakMap<object, boolean>();

/** Whether a handle lies in a value, at any depth. */
export function holdsHandle(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const before = known.get(value);
  if (before !== undefined) return before;
  const looked = { parts: 0 };
  const found = findsHandle(value, looked);
  if (looked.parts > SMALL) known.set(value, found);
  return found;
}

function findsHandle(value: Json, looked: { parts: number }): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isHandle(value)) return true;
  const parts = Array.isArray(value) ? value : Object.values(value);
  looked.parts += parts.length;
  return parts.some((part: Json) => typeof part === 'object' && findsHandle(part, looked));
}

/** Variables with every handle, at any depth, as what expressions see; all others as they are. */
export function withHandles(variables: ReadonlyMap<string, Json>): ReadonlyMap<string, unknown> {
  return new Map([...variables].map(([name, value]) => [name, holdsHandle(value) ? seen(value) : value]));
}

function seen(value: Json): unknown {
  if (isTableHandle(value)) return new TableValue(value);
  if (isBlobHandle(value)) return new BlobValue(value);
  if (!holdsHandle(value)) return value;
  if (Array.isArray(value)) return value.map(seen);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, seen(inner)]));
}
