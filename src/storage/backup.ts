import { Dexie, type DexieOptions } from 'dexie';
import { guarded } from './storageErrors';

/**
 * Every row of a database as it lies there, whichever version has written it: what a person takes away where this
 * version cannot open it (case H4), but keys, encrypted or not: a file may go anywhere (T2). Nothing is changed.
 */
export function backupOf(name: string, options: DexieOptions = {}): Promise<string> {
  return guarded(async () => {
    // Without versions of its own Dexie takes the tables that it finds, and upgrades nothing.
    const database = await new Dexie(name, options).open();
    try {
      const taken = database.tables.filter(({ name }) => !LEFT_OUT.has(name));
      const rows = await Promise.all(
        taken.map(async (table) => [table.name, await table.toArray()] as const),
      );
      const { version } = database.backendDB();
      return JSON.stringify({ database: name, version, tables: Object.fromEntries(rows) }, asText);
    } finally {
      database.close();
    }
  });
}

const LEFT_OUT: ReadonlySet<string> = new Set(['connections']);

/** Bytes are written in base64: as JSON would write them they grow to ten times their size. */
function asText(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let text = '';
  for (let at = 0; at < value.length; at += CHUNK)
    text += String.fromCharCode(...value.subarray(at, at + CHUNK));
  return { base64: btoa(text) };
}

/** Arguments of one call. */
const CHUNK = 8_192;
