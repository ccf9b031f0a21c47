import type { ConnectionRows } from './connections';
import type { Database } from './database';
import { guarded } from './storageErrors';

/** The connections that the person has had remembered, in IndexedDB. */
export function dexieConnections(database: Database): ConnectionRows {
  const { connections, picks } = database;
  const both = [connections, picks];
  return {
    read: () =>
      guarded(() =>
        database.transaction('r', both, async () => ({
          connections: await connections.orderBy('at').toArray(),
          picks: await picks.toArray(),
        })),
      ),
    put: (connection, itsPicks) =>
      guarded(() =>
        database.transaction('rw', both, async () => {
          await connections.put(connection);
          await picks.bulkPut([...itsPicks]);
        }),
      ),
    remove: (id) =>
      guarded(() =>
        database.transaction('rw', both, async () => {
          await connections.delete(id);
          await picks.where({ connection: id }).delete();
        }),
      ),
    putPick: (pick) => guarded(async () => void (await picks.put(pick))),
    removePick: (workspace, slot) => guarded(() => picks.delete([workspace, slot])),
    removePicksOf: (workspace) => guarded(async () => void (await picks.where({ workspace }).delete())),
  };
}
