import { Dexie, type DexieOptions } from 'dexie';
import { type Clock, systemClock } from '#runtime';
import { databaseChanges } from './changes';
import { Database, type Factory } from './database';
import { dexieBlobs, sweepBlobs } from './dexieBlobs';
import { dexieConnections } from './dexieConnections';
import { dexieRuns } from './dexieRuns';
import { dexieSessions } from './dexieSessions';
import { dexieWorkspaces } from './dexieWorkspaces';
import { type Locks, pageLocks, webLocks } from './locks';
import { memoryStorage } from './memoryStorage';
import { pinsIn } from './pins';
import { withSessions } from './sessions';
import { CLOSED, NEWER, READY, refused, Standing, upgradeFailed, WAITING } from './standing';
import type { Settings, Storage, Usage } from './storage';
import { guarded, storageErrorOf } from './storageErrors';
import { Vault } from './vault';
import { withPicks } from './withPicks';

interface StorageOptions {
  readonly name?: string;
  readonly clock?: Clock;
  /** Another IndexedDB than the page's own: what tests pass in. */
  readonly indexedDB?: Factory;
  /** How long it waits for other tabs before the page goes on without what is kept, in milliseconds. */
  readonly patienceMs?: number;
  readonly locks?: Locks;
  /** The browser's storage manager; the page's own by default. */
  readonly manager?: StorageManager;
  /** How other pages of this browser hear that a workspace has gone; the page's own by default, null: not at all. */
  readonly channel?: BroadcastChannel | null;
}

/** Opening takes a twentieth of a second; longer than this somebody else holds it. */
const PATIENCE_MS = 5_000;

/**
 * Opens what this browser keeps. Where that cannot be, memory takes its place, and `trouble` says why (case H2): opening
 * never fails, and never waits for ever (case H4).
 */
export async function openStorage(options: StorageOptions = {}): Promise<Storage> {
  const clock = options.clock ?? systemClock;
  const name = options.name ?? 'planloom';
  const database = new Database(name, options.indexedDB);
  const standing = new Standing();
  const backup = () => backupOf(name, options.indexedDB);
  try {
    if (await database.isNewer()) return memoryStorage(clock, new Standing(NEWER), backup);
    const opening = database.open();
    if (await isHeld(database, opening, options.patienceMs ?? PATIENCE_MS)) {
      standing.set(WAITING);
      whenOpen(database, opening, standing);
      return memoryStorage(clock, standing, backup);
    }
  } catch (thrown) {
    const { message } = storageErrorOf(thrown);
    database.close({ disableAutoOpen: true });
    return database.upgradeBegan
      ? memoryStorage(clock, new Standing(upgradeFailed(message)), backup)
      : memoryStorage(clock, new Standing(refused(message)));
  }
  database.on('versionchange', () => standing.set(CLOSED));
  // In its own time: nothing that is opened waits for it.
  void sweepBlobs(database, clock.now()).catch(() => {});
  return databaseStorage(database, standing, options);
}

async function databaseStorage(
  database: Database,
  standing: Standing,
  options: StorageOptions,
): Promise<Storage> {
  const clock = options.clock ?? systemClock;
  const manager = options.manager ?? pageStorageManager();
  const vault = new Vault({ rows: dexieConnections(database), now: () => clock.now() });
  const onChange = databaseChanges(database.name);
  await vault.reload();
  const stopHearing = onChange((kept) => {
    if (kept.includes('connections') || kept.includes('picks')) void vault.reload();
  });
  const channel = options.channel === undefined ? pageChannel() : options.channel;
  const settings: Settings = {
    get: (name) => guarded(async () => (await database.settings.get(name))?.value ?? null),
    set: (name, value) => guarded(async () => void (await database.settings.put({ name, value }))),
    change: (name, change) =>
      guarded(() =>
        database.transaction('rw', database.settings, async () => {
          const before = await database.settings.get(name);
          await database.settings.put({ name, value: change(before?.value ?? null) });
        }),
      ),
  };
  const pins = pinsIn(settings);
  const sessions = dexieSessions(database);
  return {
    kind: 'indexeddb',
    get trouble() {
      return standing.trouble;
    },
    onTrouble: standing.onTrouble,
    backup: null,
    workspaces: withPicks(dexieWorkspaces(database, clock), vault, { pins, sessions }, channel),
    runs: withSessions(dexieRuns(database, options.locks ?? pageWebLocks()), sessions),
    blobs: dexieBlobs(database, clock),
    settings,
    pins,
    sessions,
    vault,
    onChange,
    usage: () => usageOf(manager),
    persist: async () => (await manager?.persist?.().catch(() => false)) ?? false,
    close: () => {
      stopHearing();
      channel?.close();
      database.close();
    },
  };
}

/**
 * Whether others hold the database, so that it does not open. The browser tells so only of the first that waits; whoever
 * comes after it hears nothing.
 */
function isHeld(database: Database, opening: PromiseLike<unknown>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), patienceMs);
    database.on('blocked', () => resolve(true));
    const settle = (how: () => void) => {
      clearTimeout(timer);
      how();
    };
    opening.then(
      () => settle(() => resolve(false)),
      (thrown) => settle(() => reject(thrown)),
    );
  });
}

/** The page has gone on in memory. It lets go of the database at once, for it shall be opened as a whole. */
function whenOpen(database: Database, opening: PromiseLike<unknown>, standing: Standing): void {
  opening.then(
    () => {
      database.close({ disableAutoOpen: true });
      standing.set(READY);
    },
    (thrown: unknown) => {
      const { message } = storageErrorOf(thrown);
      standing.set(database.upgradeBegan ? upgradeFailed(message) : refused(message));
    },
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

/**
 * Every row of a database as it lies there, whichever version has written it: what a person takes away where this
 * version cannot open it (case H4), but keys, encrypted or not: a file may go anywhere (T2). Nothing is changed.
 */
function backupOf(name: string, options: DexieOptions = {}): Promise<string> {
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
