import {
  canonicalJson,
  type HandleColumn,
  type Hash,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  present,
  rowOf,
  type TableHandle,
} from '#base';
import type { Blobs, Bytes } from './blobs';
import { CallError } from './callError';
import { madeHandle } from './madeHandles';

const known = new WeakMap<Blobs, Tables>();

/** The tables that lie among some blobs: what was kept or read last is remembered, for whoever asks next. */
export function tablesIn(blobs: Blobs): Tables {
  const before = known.get(blobs);
  if (before) return before;
  const tables = new TablesInBlobs(blobs);
  known.set(blobs, tables);
  return tables;
}

/** So many bytes of tables stay read. */
const REMEMBERED_BYTES = 100_000_000;

class TablesInBlobs implements Tables {
  readonly #blobs: Blobs;
  /** Oldest first. */
  readonly #read = new Map<Hash, { readonly table: KeptTable; readonly bytes: number }>();
  /** By their rows, or by their lines. */
  readonly #kept = new WeakMap<object, Promise<TableHandle>>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  keep(table: KeptTable | WrittenTable): Promise<TableHandle> {
    const content = 'lines' in table ? table.lines : table.rows;
    const before = this.#kept.get(content);
    const kept = before ? this.#again(before, table) : this.#write(table);
    this.#kept.set(content, kept);
    kept.catch(() => this.#kept.delete(content));
    return kept;
  }

  async read(handle: TableHandle): Promise<KeptTable> {
    const { hash } = handle.$table;
    const before = this.#read.get(hash);
    if (before) return this.#remember(hash, before.table, before.bytes);
    const bytes = await this.lines(handle);
    return this.#remember(hash, readLines(new TextDecoder().decode(bytes)), bytes.length);
  }

  async lines(handle: TableHandle): Promise<Bytes> {
    const bytes = await this.#blobs.read(handle.$table.hash);
    if (bytes === null) throw missing(handle);
    return bytes;
  }

  /** A run that named the rows may have been removed since they were written, and the rows with it (case H7). */
  async #again(before: Promise<TableHandle>, table: KeptTable | WrittenTable): Promise<TableHandle> {
    const handle = await before;
    return (await this.#blobs.has(handle.$table.hash)) ? handle : this.#write(table);
  }

  async #write(table: KeptTable | WrittenTable): Promise<TableHandle> {
    const isWritten = 'lines' in table;
    const bytes = isWritten ? table.lines : await bytesOfTable(table);
    const hash = await this.#blobs.write(bytes);
    if (!isWritten) this.#remember(hash, { columns: table.columns, rows: table.rows }, bytes.length);
    const rows = isWritten ? table.count : table.rows.length;
    const columns = table.columns.map((one) => ({ ...one }));
    return madeHandle({ $table: { hash, rows, bytes: bytes.length, columns } });
  }

  #remember(hash: Hash, table: KeptTable, bytes: number): KeptTable {
    this.#read.delete(hash);
    this.#read.set(hash, { table, bytes });
    let total = [...this.#read.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [oldest, one] of this.#read) {
      if (total <= REMEMBERED_BYTES || oldest === hash) break;
      this.#read.delete(oldest);
      total -= one.bytes;
    }
    return table;
  }
}

/**
 * A table as text, a line each: its columns, then the cells of each row in their order, as canonical JSON (RFC 8785). The
 * SHA-256 of this text is the hash of the table, whatever engine holds it.
 */
export function* linesOf({ columns, rows }: KeptTable): Generator<string> {
  const listed = columns.map(({ name, type, unit }) => ({
    name,
    type,
    ...present({ unit }),
  }));
  yield `${canonicalJson(listed)}\n`;
  for (const row of rows) yield `${lineOf(columns.map(({ name }) => own(row, name) ?? null))}\n`;
}

/** So many characters of lines are written before others get their turn: some ten milliseconds. */
const SLICE = 500_000;

/** The lines of a table as bytes, in slices (I4): a page draws and answers between them. */
export async function bytesOfTable(table: KeptTable): Promise<Bytes> {
  const encoder = new TextEncoder();
  const parts: Bytes[] = [];
  let lines = '';
  for (const line of linesOf(table)) {
    lines += line;
    if (lines.length < SLICE) continue;
    parts.push(encoder.encode(lines));
    lines = '';
    await nextTask();
  }
  parts.push(encoder.encode(lines));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Of cells that are no lists and objects, which nearly all are, `JSON.stringify` writes the canonical form. */
function lineOf(cells: readonly Json[]): string {
  const isFlat = cells.every((cell) => typeof cell !== 'object' || cell === null);
  return isFlat ? JSON.stringify(cells) : canonicalJson(cells);
}

/** A table out of its lines. */
export function readLines(text: string): KeptTable {
  const lines = text.split('\n');
  const head: unknown = JSON.parse(lines[0] ?? '[]');
  const columns = Array.isArray(head) ? head.filter(isColumn) : [];
  const names = columns.map(({ name }) => name);
  const rows = lines.slice(1, -1).map((line): JsonObject => {
    const cells: readonly Json[] = JSON.parse(line);
    return rowOf(names, (index) => cells[index] ?? null);
  });
  return { columns, rows };
}

function isColumn(value: Json): value is HandleColumn & JsonObject {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.type === 'string';
}

function missing({ $table: { hash, rows } }: TableHandle): CallError {
  return new CallError({
    code: 'TABLE_MISSING',
    message: `The ${rows} rows that this step is handed are not here: their bytes are named ${hash.slice(0, 12)}….`,
    help: 'Run the plan again, so that the table is made again; or put the file of that name back beside the ledger.',
    retryable: false,
  });
}

/** Lets other work of the thread have its turn: between slices of long work, and until what is queued has been delivered. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A table with all its rows: an empty cell is null. */
export interface KeptTable {
  readonly columns: readonly HandleColumn[];
  readonly rows: readonly JsonObject[];
}

/** A table of which the rows are written already, and need not be read to be kept. */
interface WrittenTable {
  readonly columns: readonly HandleColumn[];
  readonly count: number;
  /** As `linesOf` writes them. */
  readonly lines: Bytes;
}

/** Tables that are too large to cross a step (V6). */
export interface Tables {
  /**
   * Keeps a table; its bytes are durable when it resolves (K3). The same rows, or lines, are written once.
   *
   * @throws StorageError
   */
  keep(table: KeptTable | WrittenTable): Promise<TableHandle>;
  /** @throws CallError `TABLE_MISSING` when its rows are not here */
  read(handle: TableHandle): Promise<KeptTable>;
  /** Its lines, unread. @throws CallError `TABLE_MISSING` */
  lines(handle: TableHandle): Promise<Bytes>;
}
