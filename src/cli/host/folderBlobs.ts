import { access, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isHash } from '#base';
import { type Blobs, type Bytes, bytesHash, StorageError } from '#runtime';

/** Blobs that lie in a folder. */
export interface FolderBlobs extends Blobs {
  readonly folder: string;
}

/** Blobs in a folder, a file each, named after its hash: `FILE.blobs` beside a workspace or a ledger (W8, V6). */
export function folderBlobs(folder: string): FolderBlobs {
  const pathOf = (hash: string): string => join(folder, hash);
  /** Those that were whole when they were looked at. */
  const whole = new Set<string>();
  const read = async (hash: string): Promise<Bytes | null> => {
    // What is no hash names no file here, wherever it would lead.
    if (!isHash(hash)) return null;
    const bytes = await readFile(pathOf(hash)).catch((cause: unknown) => missingOr(cause));
    // A file that somebody has changed is not the one that is asked for.
    if (bytes === null || (await bytesHash(bytes)) !== hash) return null;
    whole.add(hash);
    return new Uint8Array(bytes);
  };
  const has = async (hash: string): Promise<boolean> =>
    whole.has(hash) ? isThere(pathOf(hash)) : (await read(hash)) !== null;
  return {
    folder,
    has,
    read,
    write: async (bytes) => {
      const hash = await bytesHash(bytes);
      if (!(await has(hash))) await writeWhole(folder, pathOf(hash), bytes);
      whole.add(hash);
      return hash;
    },
    remove: async (hash) => {
      if (isHash(hash)) await rm(pathOf(hash), { force: true });
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Blobs of several places: all are read, the first is written. */
export function blobsOf(first: Blobs, ...others: readonly Blobs[]): Blobs {
  return blobsAmong(first, () => others);
}

/**
 * The same, of places that come and go.
 *
 * @param others asked for whenever something is looked for
 */
export function blobsAmong(first: Blobs, others: () => readonly Blobs[]): Blobs {
  return {
    has: async (hash) => {
      for (const blobs of [first, ...others()]) if (await blobs.has(hash)) return true;
      return false;
    },
    read: async (hash) => {
      for (const blobs of [first, ...others()]) {
        const bytes = await blobs.read(hash);
        if (bytes) return bytes;
      }
      return null;
    },
    write: (bytes) => first.write(bytes),
    remove: (hash) => first.remove(hash),
  };
}

/**
 * Brings a blob to where it is wanted, as one file under two names where the disk can do that.
 *
 * @returns false where none of the others has it
 * @throws StorageError
 */
export async function bringBlob(hash: string, to: FolderBlobs, from: readonly Blobs[]): Promise<boolean> {
  for (const blobs of from) {
    if (!(await blobs.has(hash))) continue;
    if (isInFolder(blobs) && (await linked(join(blobs.folder, hash), to.folder, hash))) return true;
    const bytes = await blobs.read(hash);
    if (bytes === null) continue;
    await to.write(bytes);
    return true;
  }
  return false;
}

function isInFolder(blobs: Blobs): blobs is FolderBlobs {
  return 'folder' in blobs;
}

async function linked(path: string, folder: string, hash: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await link(path, join(folder, hash));
    return true;
  } catch {
    // Another disk, say, or something that lies there already: bytes are copied.
    return false;
  }
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
