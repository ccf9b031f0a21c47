import { hashOfHandle, type TableHandle } from '#base';
import type { RowsInLines } from '#capabilities';
import type { Blobs } from '#runtime';
import type { Storage } from '#storage';
import type { TableQuery, TableSource } from '#tables';
import type { FileOfTable, TableFormat } from '../tableFile';
import { type Desk, type TableContent, TableDesk, type TableTasks, workerDesk } from './tableDesk';

/** So many bytes of tables stay read, whatever is shown; what is shown again is read again. */
const HELD_BYTES = 150_000_000;

interface Held {
  readonly bytes: number;
  /** Resolves when the desk holds it: false where its rows are not here. */
  readonly read: Promise<boolean>;
}

/** A table that can be held, and where its text comes from; null where it is not here. */
interface Openable {
  readonly key: string;
  readonly bytes: number;
  readonly load: () => Promise<TableContent | null>;
}

/** Tables by reference (V6) as views ask for them: their lines are read when first asked for, off the page's thread. */
export class StoredTables {
  readonly #blobs: Blobs;
  readonly #start: (ended: () => void) => Desk;
  #desk: Desk | null = null;
  /** Oldest first. */
  readonly #held = new Map<string, Held>();
  readonly #keys = new WeakMap<RowsInLines, string>();
  #opened = 0;

  constructor(blobs: Blobs, start: (ended: () => void) => Desk = deskOfPage) {
    this.#blobs = blobs;
    this.#start = start;
  }

  /**
   * @returns null where its rows are not here
   * @throws StorageError; an Error where its lines cannot be read
   */
  open(handle: TableHandle): Promise<StoredSource | null> {
    const load = async (): Promise<TableContent | null> => {
      const lines = await this.#blobs.read(hashOfHandle(handle));
      return lines && { lines };
    };
    return this.#open({ key: hashOfHandle(handle), bytes: handle.$table.bytes, load });
  }

  /** The same of rows that the page has as text, which it keeps. */
  openRows(rows: RowsInLines): Promise<StoredSource | null> {
    const key = this.#keys.get(rows) ?? `rows ${this.#opened++}`;
    this.#keys.set(rows, key);
    const load = async () => ({ lines: rows.lines.slice(), written: rows.written.slice() });
    return this.#open({ key, bytes: rows.lines.length + rows.written.length, load });
  }

  async #open(table: Openable): Promise<StoredSource | null> {
    if (!(await this.#read(table))) return null;
    const columns = await this.#ask(table, 'columns', null);
    return {
      columns,
      count: (query, signal) => this.#ask(table, 'count', { query }, signal),
      rows: (query, from, to, signal) => this.#ask(table, 'rows', { query, from, to }, signal),
      statistics: (query, column, signal) => this.#ask(table, 'statistics', { query, column }, signal),
      file: (query, format) => this.#ask(table, 'file', { query, format }),
    };
  }

  async #ask<Task extends keyof TableTasks>(
    table: Openable,
    task: Task,
    asked: TableTasks[Task]['asked'],
    signal?: AbortSignal,
  ): Promise<TableTasks[Task]['answer']> {
    if (!(await this.#read(table))) throw new Error('The rows are no longer in this browser.');
    signal?.throwIfAborted();
    const question = { task, asked } as Parameters<Desk['answer']>[1];
    const answer = await this.#running().answer(table.key, question);
    signal?.throwIfAborted();
    return answer as TableTasks[Task]['answer'];
  }

  #read(table: Openable): Promise<boolean> {
    const { key, bytes } = table;
    const held = this.#held.get(key) ?? { bytes, read: this.#load(table) };
    // The one that was asked for last stands last.
    this.#held.delete(key);
    this.#held.set(key, held);
    this.#forget(key);
    return held.read;
  }

  async #load({ key, load }: Openable): Promise<boolean> {
    try {
      const content = await load();
      if (content === null) this.#held.delete(key);
      else this.#running().hold(key, content);
      return content !== null;
    } catch (thrown) {
      this.#held.delete(key);
      throw thrown;
    }
  }

  #forget(kept: string): void {
    let total = [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [key, { bytes }] of this.#held) {
      if (total <= HELD_BYTES || key === kept) return;
      this.#held.delete(key);
      this.#desk?.forget(key);
      total -= bytes;
    }
  }

  #running(): Desk {
    this.#desk ??= this.#start(() => {
      this.#desk = null;
      this.#held.clear();
    });
    return this.#desk;
  }
}

/** In a worker; where none may start, the page reads by itself. */
function deskOfPage(ended: () => void): Desk {
  try {
    return workerDesk(ended);
  } catch {
    return new TableDesk();
  }
}

const opened = new WeakMap<Storage, StoredTables>();

/** Who reads tables by reference in this page: one worker for all views. */
export function tablesOfPage(storage: Storage): StoredTables {
  const tables = opened.get(storage) ?? new StoredTables(storage.blobs);
  opened.set(storage, tables);
  return tables;
}

/** A table whose rows lie in a worker, where files are made of them, too. */
interface StoredSource extends TableSource {
  file(query: TableQuery, format: TableFormat): Promise<FileOfTable>;
}

export function isStored(source: TableSource): source is StoredSource {
  return 'file' in source;
}
