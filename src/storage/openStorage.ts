import type { DexieOptions } from 'dexie';
import { type Clock, StorageError, systemClock } from '#runtime';
import { databaseChanges } from './changes';
import { Database } from './database';
import { dexieRuns } from './dexieRuns';
import { dexieWorkspaces } from './dexieWorkspaces';
import { type Locks, pageLocks, webLocks } from './locks';
import { memoryStorage } from './memoryStorage';
import type { Storage, Usage } from './storage';
import { guarded, storageErrorOf } from './storageErrors';
import { Vault } from './vault';
import { withPicks } from './withPicks';

export interface StorageOptions {
  readonly name?: string;
  readonly clock?: Clock;
  /** Another IndexedDB than the page's own: what tests pass in. */
  readonly indexedDB?: DexieOptions;
  readonly locks?: Locks;
  /** The browser's storage manager; the page's own by default. */
  readonly manager?: StorageManager;
  /** How other pages of this browser hear that a workspace has gone; the page's own by default, null: not at all. */
  readonly channel?: BroadcastChannel | null;
}

/**
 * Opens what this browser keeps. Where IndexedDB is missing or refuses, memory takes its place, and `reason` says why
 * (case H2): opening never fails.
 */
export async function openStorage(options: StorageOptions = {}): Promise<Storage> {
  const clock = options.clock ?? systemClock;
  const manager = options.manager ?? pageStorageManager();
  const database = new Database(options.name ?? 'planloom', options.indexedDB);
  try {
    await Promise.race([database.open(), blocked(database)]);
    if (database.isNewer) throw newerData();
  } catch (thrown) {
    database.close({ disableAutoOpen: true });
    return memoryStorage(clock, storageErrorOf(thrown).message);
  }
  const vault = new Vault();
  const channel = options.channel === undefined ? pageChannel() : options.channel;
  return {
    kind: 'indexeddb',
    reason: null,
    workspaces: withPicks(dexieWorkspaces(database, clock), vault, channel),
    runs: dexieRuns(database, options.locks ?? pageWebLocks()),
    settings: {
      get: (name) => guarded(async () => (await database.settings.get(name))?.value ?? null),
      set: (name, value) => guarded(async () => void (await database.settings.put({ name, value }))),
    },
    vault,
    onChange: databaseChanges(database.name),
    usage: () => usageOf(manager),
    persist: async () => (await manager?.persist?.().catch(() => false)) ?? false,
    close: () => {
      channel?.close();
      database.close();
    },
  };
}

/** Rejects when an older tab keeps the database from being upgraded: nobody waits for ever (case H4). */
function blocked(database: Database): Promise<never> {
  return new Promise((_resolve, reject) => {
    database.on('blocked', () =>
      reject(
        new StorageError(
          'STORAGE_REFUSED',
          'Another tab holds an older version of the storage open: close it, then reload this page.',
        ),
      ),
    );
  });
}

function newerData(): StorageError {
  return new StorageError(
    'STORAGE_REFUSED',
    'What this browser keeps was written by a newer version of Planloom, and is left as it is: reload this page to get that version.',
  );
}

async function usageOf(manager: StorageManager | undefined): Promise<Usage> {
  const nothing = { used: null, free: null, persisted: false };
  if (!manager) return nothing;
  try {
    const { usage, quota } = await manager.estimate();
    return {
      used: usage ?? null,
      free: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)),
      persisted: await manager.persisted(),
    };
  } catch {
    return nothing;
  }
}

function pageStorageManager(): StorageManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

/** Workspaces that have gone, told from page to page. A host without pages has none. */
function pageChannel(): BroadcastChannel | null {
  return typeof document === 'undefined' ? null : new BroadcastChannel('planloom:workspaces');
}

function pageWebLocks(): Locks {
  const manager = typeof navigator === 'undefined' ? undefined : navigator.locks;
  return manager ? webLocks(manager) : pageLocks();
}
