import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Commit, readLedger, replay, writeLedger } from '#kernel';
import { type LedgerStore, memoryLedger, StorageError } from '#runtime';
import { lockLedger } from '../host/ledgerLock';
import { readPackedText, readText } from '../host/readFiles';
import { Refusal, refuse } from '../outcome';
import { namedInFile } from './ledgerBlobs';

/** Where the commits of a run go, and those that are there already. */
export interface OpenLedger {
  readonly store: LedgerStore;
  readonly before: readonly Commit[];
  /** The file that it is; undefined in memory. */
  readonly path: string | undefined;
  /** Bytes that the ledger named whose place it takes. */
  readonly leaves: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the ledger of a run. A run that is taken up goes on in its own file, unless another is named; its chain is
 * checked and refolded before anything is called.
 *
 * @throws Refusal when the file cannot be read, or is no ledger, or was changed
 */
export async function openLedger(path: string | undefined, resume: string | undefined): Promise<OpenLedger> {
  const target = path ?? resume;
  if (target === undefined)
    return { store: memoryLedger(), before: [], path: undefined, leaves: [], close: async () => {} };
  const unlock = await writable(target, () => lockLedger(target));
  try {
    // Read under the lock: until then another process may have gone on writing.
    const text = resume === undefined ? '' : wholeLines(await readText(resume));
    const before = resume === undefined ? [] : readChecked(text, resume);
    const isReplaced = target !== resume && (await stat(target).catch(() => null))?.isFile();
    const leaves = isReplaced ? await namedInFile(target) : [];
    const store = await writable(target, () =>
      target === resume ? FileLedger.goOn(target, text, before) : FileLedger.create(target, before),
    );
    return { store, before, path: target, leaves, close: () => store.close().finally(unlock) };
  } catch (cause) {
    await unlock();
    throw cause;
  }
}

/** Nothing has run yet, so a ledger that cannot be written is bad input. */
async function writable<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw refuse(
      'LEDGER_UNWRITABLE',
      `The ledger "${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Name a file in a folder that is there and may be written.',
    );
  }
}

/** Reads a ledger that another run is forked from, with the same checks. @throws Refusal */
export async function readLedgerFile(path: string): Promise<readonly Commit[]> {
  return readChecked(wholeLines(await readPackedText(path)), path);
}

/** @throws Refusal `POSITION_UNKNOWN` when the ledger has fewer commits */
export function demandPosition(at: number | undefined, { length }: readonly Commit[]): void {
  if (at === undefined || at <= length) return;
  throw refuse(
    'POSITION_UNKNOWN',
    `The ledger has ${length} commits; there is no position ${at} in it.`,
    `Choose a position from 0 to ${length}.`,
  );
}

function readChecked(text: string, path: string): readonly Commit[] {
  const ledger = readLedger(text);
  if (!ledger.ok) throw new Refusal(ledger.problem, {}, path);
  const folded = replay(ledger.value);
  if (folded.ok) return ledger.value;
  const { seq, code, message } = folded.difference;
  throw refuse(code, `Commit ${seq} of "${path}": ${message}`, 'Choose a ledger that nobody has changed.');
}

/**
 * A ledger in a file: NDJSON, one commit a line (K3). Each append is on the disk (fsync) before it counts. A line that
 * a crash has cut was never acknowledged, and is dropped when the file is opened again.
 */
class FileLedger implements LedgerStore {
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
