import type { Storage } from '#storage';
import { StoredTables } from './storedTables';

const opened = new WeakMap<Storage, StoredTables>();

/** Who reads tables by reference in this page: one worker for all views. */
export function tablesOfPage(storage: Storage): StoredTables {
  const tables = opened.get(storage) ?? new StoredTables(storage.blobs);
  opened.set(storage, tables);
  return tables;
}
