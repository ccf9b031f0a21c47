import { Dexie } from 'dexie';
import { type Blobs, bytesHash, type Clock } from '#runtime';
import type { Database } from './database';
import { guarded } from './storageErrors';

/** How long bytes may lie unnamed: between an import and the save of its workspace, or while an edit can be undone. */
const UNNAMED_MS = 24 * 60 * 60_000;

/** Blobs in IndexedDB. */
export function dexieBlobs({ blobs }: Database, clock: Clock): Blobs {
  // Counting reads the index alone.
  const has = async (hash: string): Promise<boolean> => (await blobs.where({ hash }).count()) > 0;
  return {
    has: (hash) => guarded(() => has(hash)),
    read: (hash) => guarded(async () => (await blobs.get(hash))?.bytes ?? null),
    write: (bytes) =>
      guarded(async () => {
        // Before there is a transaction: WebCrypto would end it.
        const hash = await bytesHash(bytes);
        if (!(await has(hash))) await blobs.put({ hash, bytes, at: clock.now() });
        return hash;
      }),
    remove: (hash) => guarded(() => blobs.delete(hash)),
  };
}

/**
 * Drops those of some blobs that no workspace, checkpoint or run names any more (case H7). To be called in a transaction
 * over these tables and `blobs`.
 */
export async function dropUnnamed(
  { workspaces, checkpoints, runs, blobs }: Database,
  hashes: readonly string[],
): Promise<void> {
  for (const hash of new Set(hashes)) {
    const named = await Dexie.Promise.all(
      [workspaces, checkpoints, runs].map((table) => table.where('files').equals(hash).count()),
    );
    if (named.every((count) => count === 0)) await blobs.delete(hash);
  }
}

/** Drops blobs that nothing has named for a day: those of documents that were taken out of a workspace. */
export async function sweepBlobs(database: Database, now: number): Promise<void> {
  const { workspaces, checkpoints, runs, blobs } = database;
  await database.transaction('rw', [workspaces, checkpoints, runs, blobs], async () => {
    await dropUnnamed(
      database,
      await blobs
        .where('at')
        .below(now - UNNAMED_MS)
        .primaryKeys(),
    );
  });
}
