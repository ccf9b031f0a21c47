import { type FileHandle, open } from 'node:fs/promises';
import { type Commit, writeLedger } from '#kernel';
import { type LedgerStore, StorageError } from '#runtime';

/**
 * A ledger in a file: NDJSON, one commit a line (K3). Each append is on the disk (fsync) before it counts. A line that
 * a crash has cut was never acknowledged, and is dropped when the file is opened again.
 */
export class FileLedger implements LedgerStore {
  readonly #file: FileHandle;
  readonly #commits: Commit[];
  #length: number;

  private constructor(file: FileHandle, commits: readonly Commit[], length: number) {
    this.#file = file;
    this.#commits = [...commits];
    this.#length = length;
  }

  /** Begins a new file, or replaces one, with the commits that are already there. */
  static async create(path: string, commits: readonly Commit[] = []): Promise<FileLedger> {
    const ledger = new FileLedger(await open(path, 'w'), [], 0);
    if (commits.length > 0) await ledger.append('', commits);
    return ledger;
  }

  /** Goes on with a file that holds these commits in these whole lines. */
  static async goOn(path: string, text: string, commits: readonly Commit[]): Promise<FileLedger> {
    const file = await open(path, 'r+');
    const length = Buffer.byteLength(text);
    await file.truncate(length);
    return new FileLedger(file, commits, length);
  }

  async append(_runId: string, commits: readonly Commit[]): Promise<void> {
    const bytes = Buffer.from(linesOf(commits));
    try {
      await this.#file.write(bytes, 0, bytes.length, this.#length);
      await this.#file.datasync();
    } catch (cause) {
      // What was written of it is taken back, so that a second try leaves no half line.
      await this.#file.truncate(this.#length).catch(() => {});
      throw storageError(cause);
    }
    this.#length += bytes.length;
    for (const commit of commits) this.#commits.push(commit);
  }

  async read(): Promise<readonly Commit[]> {
    return [...this.#commits];
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function linesOf(commits: readonly Commit[]): string {
  const text = writeLedger(commits);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function storageError(cause: unknown): StorageError {
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : null;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(
    full ? 'STORAGE_FULL' : 'STORAGE_REFUSED',
    `The ledger could not be written: ${reason}.`,
  );
}

/** The text of a ledger file up to its last whole line. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
