import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isHash } from '#base';
import { type Blobs, bytesHash, memoryBlobs, StorageError } from '#runtime';

/** Blobs in a folder, a file each, named after its hash: `FILE.blobs` beside a workspace or a ledger (W8, V6). */
export function folderBlobs(folder: string): Blobs {
  const pathOf = (hash: string): string => join(folder, hash);
  // What is no hash names no file here, wherever it would lead.
  const has = async (hash: string): Promise<boolean> =>
    isHash(hash) &&
    access(pathOf(hash)).then(
      () => true,
      () => false,
    );
  return {
    has,
    read: async (hash) => {
      if (!isHash(hash)) return null;
      const bytes = await readFile(pathOf(hash)).catch((cause: unknown) => missingOr(cause));
      // A file that somebody has changed is not the one that is asked for.
      return bytes && (await bytesHash(bytes)) === hash ? new Uint8Array(bytes) : null;
    },
    write: async (bytes) => {
      const hash = await bytesHash(bytes);
      if (!(await has(hash))) await writeWhole(folder, pathOf(hash), bytes);
      return hash;
    },
    remove: async (hash) => {
      if (isHash(hash)) await rm(pathOf(hash), { force: true });
    },
  };
}

/**
 * Where a run keeps its tables: beside its ledger, else for as long as the process lasts (V6).
 *
 * @param others files that may have some of them beside them, too: they are read only
 */
export function blobsBeside(ledger: string | undefined, others: readonly (string | undefined)[]): Blobs {
  const own = ledger === undefined ? memoryBlobs() : folderBlobs(`${ledger}.blobs`);
  return blobsOf(
    own,
    ...others.flatMap((file) => (file === undefined ? [] : [folderBlobs(`${file}.blobs`)])),
  );
}

/** Blobs of several places: all are read, the first is written. */
export function blobsOf(first: Blobs, ...others: readonly Blobs[]): Blobs {
  const all = [first, ...others];
  return {
    ...first,
    has: async (hash) => (await Promise.all(all.map((blobs) => blobs.has(hash)))).includes(true),
    read: async (hash) => {
      for (const blobs of all) {
        const bytes = await blobs.read(hash);
        if (bytes) return bytes;
      }
      return null;
    },
  };
}

/** On the disk under its name, whole, or not at all (K3). */
async function writeWhole(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(unfinished, 'w');
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw storageError(cause, path);
  }
}

function missingOr(cause: unknown): null {
  const code = codeOf(cause);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new StorageError('STORAGE_REFUSED', `A file could not be read: ${reason}.`);
}

function storageError(cause: unknown, path: string): StorageError {
  const code = codeOf(cause);
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(
    full ? 'STORAGE_FULL' : 'STORAGE_REFUSED',
    `“${path}” could not be written: ${reason}.`,
  );
}

function codeOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : null;
}
