import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import type { FileCell } from '../fileContent';

/** How the values of one column become cells. */
export interface CellReader {
  readonly name: string;
  read(value: unknown): FileCell;
}

/** Moments as ISO text: a `Date` would hide whether it is a day or a moment. */
export const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: (days) => isoOf(days * 86_400_000)?.slice(0, 10) ?? null,
  timestampFromMilliseconds: (millis) => isoOf(Number(millis)),
  timestampFromMicroseconds: (micros) => isoOf(Number(micros / 1_000n)),
  timestampFromNanoseconds: (nanos) => isoOf(Number(nanos / 1_000_000n)),
  jsonFromBytes: (bytes) => new TextDecoder().decode(bytes),
};

/** The columns of a file in order: the children of its root, which may hold lists and groups. */
export function cellReaders({ schema }: FileMetaData): readonly CellReader[] {
  const readers: CellReader[] = [];
  let index = 1;
  while (index < schema.length) {
    const element = schema[index];
    if (element === undefined) break;
    readers.push({ name: element.name, read: readerOf(element) });
    index = afterElement(schema, index);
  }
  return readers;
}

function afterElement(schema: readonly SchemaElement[], index: number): number {
  let open = 1;
  let next = index;
  while (open > 0 && next < schema.length) {
    open += (schema[next]?.num_children ?? 0) - 1;
    next++;
  }
  return next;
}

function readerOf(element: SchemaElement): (value: unknown) => FileCell {
  const { logical_type: logical, converted_type: converted, scale = 0 } = element;
  const decimals = logical?.type === 'DECIMAL' ? logical.scale : converted === 'DECIMAL' ? scale : null;
  // 837 · 0.01 is 8.370000000000001: the scale says how many digits there are.
  if (decimals !== null)
    return (value) =>
      typeof value === 'number' ? Number(value.toFixed(Math.min(decimals, 100))) : plain(value);
  const perSecond = timeUnit(element);
  return perSecond === null ? plain : (value) => timeOf(value, perSecond);
}

/** Units of a time of day that make a second; null where it is none. */
function timeUnit({ logical_type: logical, converted_type: converted }: SchemaElement): number | null {
  if (converted === 'TIME_MILLIS') return 1e3;
  if (converted === 'TIME_MICROS') return 1e6;
  if (logical?.type !== 'TIME') return null;
  return { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical.unit];
}

function timeOf(value: unknown, perSecond: number): FileCell {
  if (typeof value !== 'number' && typeof value !== 'bigint') return plain(value);
  return isoOf((Number(value) / perSecond) * 1_000)?.slice(11) ?? null;
}

function plain(value: unknown): FileCell {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    default:
      return value instanceof Uint8Array ? hexOf(value) : JSON.stringify(value, jsonValue);
  }
}

/** What lists and groups hold: whole numbers of 64 bits are no JSON. */
function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return plain(value);
  return value instanceof Uint8Array ? hexOf(value) : value;
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A moment to the millisecond, without a fraction where there is none; null where no calendar reaches. */
function isoOf(ms: number): string | null {
  if (Math.abs(ms) > 8.64e15) return null;
  return new Date(ms).toISOString().replace(/(?:\.000)?Z$/, '');
}
