import { Dexie, type DexieOptions } from 'dexie';
import { guarded } from './storageErrors';

/**
 * Every row of a database as it lies there, whichever version has written it: what a person takes away where this
 * version cannot open it (case H4). Nothing is changed.
 */
export function backupOf(name: string, options: DexieOptions = {}): Promise<string> {
  return guarded(async () => {
    // Without versions of its own Dexie takes the tables that it finds, and upgrades nothing.
    const database = await new Dexie(name, options).open();
    try {
      const rows = await Promise.all(
        database.tables.map(async (table) => [table.name, await table.toArray()] as const),
      );
      return JSON.stringify({
        database: name,
        version: database.backendDB().version,
        tables: Object.fromEntries(rows),
      });
    } finally {
      database.close();
    }
  });
}
