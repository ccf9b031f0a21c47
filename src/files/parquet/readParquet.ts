import type {
  AsyncBuffer,
  Compressors,
  FileMetaData,
  ParquetParsers,
  SchemaElement,
  SchemaTree,
} from 'hyparquet';
import { LIMITS, sizeText } from '#base';
import type { FileCell, TableContent } from '../fileContent';
import { damaged, emptyFile, encrypted, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { longCell, manyColumns } from '../text/checkCells';

/**
 * Reads a Parquet file, group by group. Its footer is judged first: how many cells it claims, and how large they become when
 * unpacked.
 *
 * @throws FileProblem
 */
export async function readParquet(
  bytes: Uint8Array,
  { name }: Named,
  { signal, progress }: ReadOptions,
): Promise<TableContent> {
  if (String.fromCharCode(...bytes.subarray(-4)) === 'PARE') throw encrypted(name);
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import('hyparquet');
  const file = bufferOf(bytes);
  const metadata = await orDamaged(name, () => parquetMetadataAsync(file, { parsers: PARSERS }));
  checkFooter(metadata, name);
  const schema = await orDamaged(name, async () => parquetSchema(metadata));
  // hyparquet would throw between two reads that it has begun, and nobody would hear how the first one ends.
  if (chunksOf(metadata).some(({ meta_data }) => !isIn(schema, meta_data?.path_in_schema ?? [])))
    throw damaged(name, 'its footer names a column that is not there');
  const readers = cellReaders(metadata);
  const compressors = await boundedCompressors(name);
  const rows: (readonly FileCell[])[] = [];
  const size = new TextSize(name);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    signal?.throwIfAborted();
    const rowEnd = rowStart + Number(group.num_rows);
    const read = { file, metadata, compressors, parsers: PARSERS, rowStart, rowEnd };
    await orDamaged(name, () =>
      parquetRead({
        ...read,
        onComplete(found: readonly (readonly unknown[])[]) {
          for (const row of found)
            rows.push(size.add(row.map((value, index) => cellIn(value, readers[index]))));
        },
      }),
    );
    rowStart = rowEnd;
    progress?.(Math.min(1, rowStart / Number(metadata.num_rows)));
  }
  if (rows.length === 0) throw emptyFile(name);
  const columns = readers.map((reader) => reader.name);
  return {
    kind: 'table',
    type: 'parquet',
    sheets: [{ name: withoutEnding(name), columns, rows: withTextColumns(rows, columns.length) }],
    notes: [],
  };
}

function bufferOf(bytes: Uint8Array): AsyncBuffer {
  return {
    byteLength: bytes.byteLength,
    slice: (start, end = bytes.byteLength) => bytes.slice(start, end).buffer,
  };
}

/** @throws FileProblem */
function checkFooter(metadata: FileMetaData, name: string): void {
  const chunks = chunksOf(metadata);
  if (chunks.some((chunk) => chunk.crypto_metadata !== undefined || chunk.meta_data === undefined))
    throw encrypted(name);
  const columns = metadata.schema.filter(({ num_children = 0 }) => num_children === 0).length;
  if (columns > LIMITS.fileColumns) throw manyColumns(name);
  const sum = (of: (chunk: (typeof chunks)[number]) => bigint | undefined) =>
    chunks.reduce((total, chunk) => total + Number(of(chunk) ?? 0n), 0);
  const cells = Math.max(
    Number(metadata.num_rows) * columns,
    sum(({ meta_data }) => meta_data?.num_values),
  );
  if (cells > LIMITS.fileCells)
    throw tooLarge(
      name,
      `has more than ${LIMITS.fileCells.toLocaleString('en')} cells`,
      'Save the columns or the rows that you ask about as a file of their own.',
    );
  if (sum(({ meta_data }) => meta_data?.total_uncompressed_size) > LIMITS.fileUnpackedBytes)
    throw unpacksTooFar(name);
}

function chunksOf({ row_groups }: FileMetaData) {
  return row_groups.flatMap(({ columns }) => columns);
}

function isIn(schema: SchemaTree, path: readonly string[]): boolean {
  let tree: SchemaTree | undefined = schema;
  for (const name of path) tree = tree?.children.find(({ element }) => element.name === name);
  return tree !== undefined;
}

/** Decompressors that stop where the pages become larger than the footer may have claimed. */
async function boundedCompressors(name: string): Promise<Compressors> {
  const { compressors } = await import('hyparquet-compressors');
  let total = 0;
  const bounded = Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      total += length;
      if (total > LIMITS.fileUnpackedBytes) throw unpacksTooFar(name);
      return unpack(input, length);
    },
  ]);
  return Object.fromEntries(bounded);
}

/** Counts the text of cells: a dictionary repeats one long text in as many rows as it likes, for nothing. */
class TextSize {
  private total = 0;
  constructor(private readonly name: string) {}

  add(row: readonly FileCell[]): readonly FileCell[] {
    for (const cell of row) {
      if (typeof cell !== 'string') continue;
      if (cell.length > LIMITS.fileCellCharacters) throw longCell(this.name);
      this.total += cell.length;
    }
    if (this.total > LIMITS.fileUnpackedBytes) throw unpacksTooFar(this.name);
    return row;
  }
}

function cellIn(value: unknown, reader: CellReader | undefined): FileCell {
  return reader === undefined || value === null || value === undefined ? null : reader.read(value);
}

/** Whole numbers that no double holds are text, and then all of their column are. */
function withTextColumns(rows: readonly (readonly FileCell[])[], width: number) {
  const types = Array.from({ length: width }, () => new Set<string>());
  for (const row of rows) {
    for (const [index, cell] of row.entries()) if (cell !== null) types[index]?.add(typeof cell);
  }
  const isMixed = types.map((found) => found.has('string') && found.has('number'));
  if (!isMixed.includes(true)) return rows;
  return rows.map((row) =>
    row.map((cell, index) => (isMixed[index] && typeof cell === 'number' ? String(cell) : cell)),
  );
}

function withoutEnding(name: string): string {
  return name.replace(/\.parquet$/i, '');
}

function unpacksTooFar(name: string): FileProblem {
  return tooLarge(
    name,
    `unpacks to more than ${sizeText(LIMITS.fileUnpackedBytes)}`,
    'Save the columns or the rows that you ask about as a file of their own.',
  );
}

async function orDamaged<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof FileProblem) throw cause;
    throw damaged(
      name,
      `its Parquet cannot be read (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  }
}

/** How the values of one column become cells. */
interface CellReader {
  readonly name: string;
  read(value: unknown): FileCell;
}

/** Moments as ISO text: a `Date` would hide whether it is a day or a moment. */
const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: (days) => isoOf(days * 86_400_000)?.slice(0, 10) ?? null,
  timestampFromMilliseconds: (millis) => isoOf(Number(millis)),
  timestampFromMicroseconds: (micros) => isoOf(Number(micros / 1_000n)),
  timestampFromNanoseconds: (nanos) => isoOf(Number(nanos / 1_000_000n)),
  jsonFromBytes: (bytes) => new TextDecoder().decode(bytes),
};

/** The columns of a file in order: the children of its root, which may hold lists and groups. */
function cellReaders({ schema }: FileMetaData): readonly CellReader[] {
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
