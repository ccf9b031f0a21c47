import { open, readFile } from 'node:fs/promises';
import { LIMITS } from '#base';
import { type Blobs, type Bytes, memoryBlobs } from '#runtime';
import { type Archive, isZip, unpackArchive } from '#share';
import { Refusal, refuse } from '../outcome';

/** The archive of a workspace or a run and its files that lies at a path; null where there is something else, or nothing. */
export async function archiveAt(path: string): Promise<Archive | null> {
  if (!(await beginsAsZip(path))) return null;
  const bytes = await readFile(path);
  if (bytes.length > LIMITS.fileUnpackedBytes)
    throw refuse(
      'FILE_TOO_LARGE',
      `"${path}" has ${bytes.length} bytes; at most ${LIMITS.fileUnpackedBytes} are read.`,
      'Export the workspace without its files.',
    );
  const archive = await unpackArchive(path, bytes);
  if (!archive.ok) throw new Refusal([archive.problem]);
  return archive.value;
}

/** The files of an archive as blobs, to be read. */
export async function blobsIn(archive: Archive | null): Promise<Blobs> {
  const blobs = memoryBlobs();
  for (const bytes of archive?.files.values() ?? []) await blobs.write(bytes);
  return blobs;
}

/**
 * The bytes of files, and the names of those that are not there.
 *
 * @param named what they are called, by their hash
 */
export async function filesOf(
  named: ReadonlyMap<string, string>,
  blobs: Blobs,
): Promise<{ readonly files: ReadonlyMap<string, Bytes>; readonly missing: readonly string[] }> {
  const files = new Map<string, Bytes>();
  const missing: string[] = [];
  for (const [hash, name] of named) {
    const bytes = await blobs.read(hash);
    if (bytes) files.set(hash, bytes);
    else missing.push(name);
  }
  return { files, missing };
}

async function beginsAsZip(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const head = new Uint8Array(4);
    await file.read(head, 0, head.length, 0);
    return isZip(head);
  } catch {
    // A folder, say: whoever reads it as a file tells what it is.
    return false;
  } finally {
    await file.close();
  }
}
