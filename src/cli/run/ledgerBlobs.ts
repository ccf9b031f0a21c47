import { readFile, rmdir } from 'node:fs/promises';
import type { Commit } from '#kernel';
import { type Blobs, filesOfCommit, filesOfText, memoryBlobs } from '#runtime';
import { blobsAmong, bringBlob, type FolderBlobs, folderBlobs } from '../host/folderBlobs';

/** The bytes of one ledger: they lie beside it, and those of all others are found. */
interface OfLedger {
  readonly own: FolderBlobs;
  readonly blobs: Blobs;
  /** What this process has written there, and what it has brought. */
  readonly written: Set<string>;
}

/**
 * The bytes that the runs of one command name (V6, W8). Each ledger has its own in a folder beside it, so that it can be taken away, and
 * taken up, alone; without ledgers all are in memory.
 */
export class LedgerBlobs {
  readonly #memory = memoryBlobs();
  readonly #inMemory = blobsAmong(this.#memory, () => this.#sources);
  readonly #beside = new Map<string, OfLedger>();
  readonly #sources: Blobs[];

  /** @param sources where else something is looked for: beside the workspace, in an archive, beside ledgers that are only read */
  constructor(sources: readonly Blobs[]) {
    this.#sources = [...sources];
  }

  /** What a run has whose ledger lies at a path. */
  of(path: string | undefined): Blobs {
    return path === undefined ? this.#inMemory : this.#at(path).blobs;
  }

  /** Looks for bytes there as well. */
  lookBeside(path: string): void {
    this.#sources.push(folderBlobs(folderOf(path)));
  }

  /**
   * What some commits name comes to lie beside their ledger; what is nowhere is waited for by the step that needs it (K13).
   *
   * @throws StorageError
   */
  async bring(path: string | undefined, commits: readonly Commit[]): Promise<void> {
    if (path === undefined) return;
    const { own, written } = this.#at(path);
    for (const hash of namedIn(commits)) {
      if (written.has(hash)) continue;
      if ((await own.has(hash)) || (await bringBlob(hash, own, this.#othersThan(own)))) written.add(hash);
    }
  }

  /** Removes those of some bytes that lie beside a ledger, but what other ledgers name; of a folder nothing is left when it is empty. */
  async drop(path: string, hashes: Iterable<string>, others: readonly string[]): Promise<void> {
    const { own, written } = this.#at(path);
    const gone = new Set(hashes);
    if (gone.size === 0) return;
    for (const other of others) for (const hash of await namedInFile(other)) gone.delete(hash);
    for (const hash of gone) {
      await own.remove(hash);
      written.delete(hash);
    }
    // What a person has put there stays.
    await rmdir(own.folder).catch(() => {});
  }

  /** What was written beside a ledger, whether a commit names it or not. */
  writtenBeside(path: string): ReadonlySet<string> {
    return this.#at(path).written;
  }

  #at(path: string): OfLedger {
    const known = this.#beside.get(path);
    if (known !== undefined) return known;
    const own = folderBlobs(folderOf(path));
    const written = new Set<string>();
    const found = blobsAmong(own, () => this.#othersThan(own));
    const write = async (bytes: Parameters<Blobs['write']>[0]) => {
      const hash = await own.write(bytes);
      written.add(hash);
      return hash;
    };
    const made = { own, written, blobs: { ...found, write } };
    this.#beside.set(path, made);
    return made;
  }

  #othersThan(own: Blobs): readonly Blobs[] {
    const beside = [...this.#beside.values()].map((one) => one.own).filter((one) => one !== own);
    return [...beside, ...this.#sources];
  }
}

function folderOf(path: string): string {
  return `${path}.blobs`;
}

/** The bytes that commits name. */
export function namedIn(commits: readonly Commit[]): ReadonlySet<string> {
  return new Set(commits.flatMap(filesOfCommit));
}

/** What a ledger file names, however far it can be read. */
export async function namedInFile(path: string): Promise<readonly string[]> {
  return filesOfText(await readFile(path, 'utf8').catch(() => ''));
}
