import { type Hash, hashOfHandle, type TableHandle } from '#base';
import type { Blobs } from '#runtime';
import type { StoredSource } from './storedSource';
import { TableDesk, type TableTasks } from './tableDesk';
import { type Desk, workerDesk } from './workerDesk';

/** So many bytes of tables stay read, whatever is shown; what is shown again is read again. */
const HELD_BYTES = 150_000_000;

interface Held {
  readonly bytes: number;
  /** Resolves when the desk holds it: false where its rows are not here. */
  readonly read: Promise<boolean>;
}

/** Tables by reference (V6) as views ask for them: their lines are read when first asked for, off the page's thread. */
export class StoredTables {
  readonly #blobs: Blobs;
  readonly #start: (ended: () => void) => Desk;
  #desk: Desk | null = null;
  /** Oldest first. */
  readonly #held = new Map<Hash, Held>();

  constructor(blobs: Blobs, start: (ended: () => void) => Desk = deskOfPage) {
    this.#blobs = blobs;
    this.#start = start;
  }

  /**
   * @returns null where its rows are not here
   * @throws StorageError; an Error where its lines cannot be read
   */
  async open(handle: TableHandle): Promise<StoredSource | null> {
    if (!(await this.#read(handle))) return null;
    const columns = await this.#ask(handle, 'columns', null);
    return {
      columns,
      count: (query, signal) => this.#ask(handle, 'count', { query }, signal),
      rows: (query, from, to, signal) => this.#ask(handle, 'rows', { query, from, to }, signal),
      statistics: (query, column, signal) => this.#ask(handle, 'statistics', { query, column }, signal),
      file: (query, format) => this.#ask(handle, 'file', { query, format }),
    };
  }

  async #ask<Task extends keyof TableTasks>(
    handle: TableHandle,
    task: Task,
    asked: TableTasks[Task]['asked'],
    signal?: AbortSignal,
  ): Promise<TableTasks[Task]['answer']> {
    if (!(await this.#read(handle))) throw new Error('The rows are no longer in this browser.');
    signal?.throwIfAborted();
    const question = { task, asked } as Parameters<Desk['answer']>[1];
    const answer = await this.#running().answer(hashOfHandle(handle), question);
    signal?.throwIfAborted();
    return answer as TableTasks[Task]['answer'];
  }

  #read(handle: TableHandle): Promise<boolean> {
    const { hash, bytes } = handle.$table;
    const held = this.#held.get(hash) ?? { bytes, read: this.#load(hash) };
    // The one that was asked for last stands last.
    this.#held.delete(hash);
    this.#held.set(hash, held);
    this.#forget(hash);
    return held.read;
  }

  async #load(hash: Hash): Promise<boolean> {
    try {
      const lines = await this.#blobs.read(hash);
      if (lines === null) this.#held.delete(hash);
      else this.#running().hold(hash, lines);
      return lines !== null;
    } catch (thrown) {
      this.#held.delete(hash);
      throw thrown;
    }
  }

  #forget(kept: Hash): void {
    let total = [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [hash, { bytes }] of this.#held) {
      if (total <= HELD_BYTES || hash === kept) return;
      this.#held.delete(hash);
      this.#desk?.forget(hash);
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
