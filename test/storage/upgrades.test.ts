import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openStorage, type Storage } from '#storage';
import { commits, draft, ORIGIN, openedAt, Profile } from './notation';

afterEach(() => vi.restoreAllMocks());

/** Every table of a database, with its version: nothing is missing from it that could have been changed. */
async function everything(name: string): Promise<unknown> {
  const database = await new Dexie(name).open();
  const rows = await Promise.all(
    database.tables.map(async (table) => [table.name, await table.toArray()] as const),
  );
  database.close();
  return { version: database.backendDB()?.version ?? null, rows };
}

/** A database as version 1 of the storage has left it, with two checkpoints to be moved. */
async function ofVersion1({ database }: Profile): Promise<void> {
  const old = new Dexie(database);
  old.version(1).stores({
    ...{ workspaces: 'id, hash, updatedAt', checkpoints: '++key, workspace', settings: 'name' },
    ...{ runs: 'runId, workspace, startedAt', commits: '[runId+seq]' },
  });
  await old.table('workspaces').put({ ...draft('work of years', 0), revision: 1, updatedAt: 1 });
  await old.table('checkpoints').bulkAdd([
    { workspace: 'demo', at: 1, label: null, text: 'one' },
    { workspace: 'demo', at: 2, label: 'Mine', text: 'two' },
  ]);
  old.close();
}

/** A database as version 3 of the storage has left it. */
async function ofVersion3({ database }: Profile): Promise<void> {
  const old = new Dexie(database);
  old.version(3).stores({
    ...{ workspaces: 'id, hash, updatedAt, *files', checkpoints: '++key, workspace, *files' },
    ...{ checkpointTexts: 'key', attempts: '[runId+seq], at', blobs: 'hash, at', settings: 'name' },
    ...{ runs: 'runId, workspace, startedAt, *files', commits: '[runId+seq]' },
  });
  await old.table('workspaces').put({ ...draft('of before', 0), files: [], revision: 1, updatedAt: 1 });
  await old.table('settings').put({ name: 'theme', value: 'dark' });
  old.close();
}

/** A database as version 5 of the storage has left it, with runs of two workspaces. */
async function ofVersion5({ database }: Profile): Promise<void> {
  const old = new Dexie(database);
  old.version(5).stores({
    ...{ workspaces: 'id, hash, updatedAt, *files', checkpoints: '++key, workspace, *files' },
    ...{ checkpointTexts: 'key', attempts: '[runId+seq], at', blobs: 'hash, at', settings: 'name' },
    ...{ runs: 'runId, workspace, startedAt, *files', commits: '[runId+seq]', connections: 'id, at' },
    ...{ picks: '[workspace+slot], workspace, connection', sessions: '[workspace+session], workspace' },
  });
  const row = {
    ...ORIGIN,
    status: 'completed',
    imported: false,
    updatedAt: 1,
    endedAt: 1,
    commits: 3,
    epoch: 1,
  };
  await old.table('runs').bulkAdd([
    { ...row, runId: 'run-1', startedAt: 1, head: null, parentRunId: null },
    { ...row, runId: 'run-2', startedAt: 2, head: null, parentRunId: 'run-1', sessionId: 'talk' },
    { ...row, runId: 'run-3', startedAt: 3, head: null, workspace: 'other' },
  ]);
  await old
    .table('commits')
    .bulkAdd(commits(0, 2).map((commit) => ({ runId: 'run-1', seq: commit.seq, commit })));
  old.close();
}

describe('case H4 the version before lists of runs were read by pages', () => {
  it('keeps its runs, which are found by workspace, session, parent and status, with their ledgers', async () => {
    const profile = new Profile();
    await ofVersion5(profile);
    const { runs } = await profile.tab();
    const ids = async (asked: Parameters<typeof runs.page>[0]) =>
      (await runs.page(asked)).lines.map(({ runId }) => runId).join(' ');
    expect(await ids({ most: 9 })).toBe('run-3 run-2 run-1');
    expect(await ids({ most: 9, workspace: 'demo' })).toBe('run-2 run-1');
    expect(await ids({ most: 9, workspace: 'demo', sessionId: 'talk' })).toBe('run-2');
    expect(await ids({ most: 9, parentRunId: 'run-1' })).toBe('run-2');
    expect(await ids({ most: 2, statuses: ['completed'] })).toBe('run-3 run-2');
    expect(await runs.sessions('demo')).toEqual(['talk']);
    expect(await runs.part('run-1', 0, 9)).toMatchObject({ ok: true, value: { commits: commits(0, 2) } });
  });
});

describe('case H4 the version before connections were remembered', () => {
  it('keeps everything; where its workspaces came from nobody knows, so that no default fills their slots (W7)', async () => {
    const profile = new Profile();
    await ofVersion3(profile);
    const storage = await profile.tab();
    expect(storage).toMatchObject({ kind: 'indexeddb', trouble: null });
    expect(await storage.workspaces.read('demo')).toMatchObject({ text: 'of before', revision: 1 });
    expect((await storage.workspaces.read('demo'))?.madeHere).toBeUndefined();
    expect(await storage.settings.get('theme')).toBe('dark');
    storage.vault.add({ url: 'https://a.example', key: 'sk-a', keeping: 'device' });
    await storage.vault.stored();
    expect((await profile.tab()).vault.secrets()).toEqual(['sk-a']);
  });

  it('T2 a backup for another version holds no connection', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    storage.vault.add({ url: 'https://a.example', key: 'sk-a', keeping: 'device' });
    await storage.vault.stored();
    storage.close();
    (await openedAt(profile.database, 990)).close();
    const backup = (await (await profile.tab()).backup?.()) ?? '';
    expect(JSON.parse(backup)).toMatchObject({ version: 990, tables: { workspaces: [] } });
    expect(backup).not.toMatch(/connections|a\.example|wrapping/);
  });
});

/** The trouble that a storage comes to next. */
function nextTrouble(storage: Storage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stop = storage.onTrouble(() => {
      stop();
      resolve(storage.trouble?.code);
    });
  });
}

describe('case H4 old code and a newer database', () => {
  it('says what it is, keeps things in memory, and leaves every table and the version as they are', async () => {
    const profile = new Profile();
    const newer = await openedAt(profile.database, 990, (database) => {
      // A later version has given up tables of this one, and has some of its own.
      database.createObjectStore('workspaces', { keyPath: 'id' }).put({ id: 'demo', text: 'of the future' });
      database.createObjectStore('boards', { keyPath: 'id' }).put({ id: 'first' });
    });
    newer.close();
    const before = await everything(profile.database);
    const storage = await openStorage({ name: profile.database });
    expect(storage).toMatchObject({ kind: 'memory', trouble: { code: 'STORAGE_NEWER' } });
    expect(storage.trouble?.message).toContain('newer version');
    expect(storage.trouble?.help).toContain('Reload');
    await storage.workspaces.save(draft('in memory', 0));
    expect((await storage.workspaces.read('demo'))?.text).toBe('in memory');
    expect(await everything(profile.database)).toEqual(before);
    const backup: unknown = JSON.parse((await storage.backup?.()) ?? '');
    expect(backup).toMatchObject({
      version: 990,
      tables: { workspaces: [{ id: 'demo', text: 'of the future' }], boards: [{ id: 'first' }] },
    });
    expect(await everything(profile.database)).toEqual(before);
  });

  it('a page that is open lets go of it at once, and says so', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    await storage.workspaces.save(draft('first', 0));
    expect(storage.trouble).toBeNull();
    const told = nextTrouble(storage);
    const newer = await openedAt(profile.database, 990);
    expect(await told).toBe('STORAGE_CLOSED');
    expect(storage.trouble?.message).toContain('newer version');
    await expect(storage.workspaces.save(draft('second', 1))).rejects.toMatchObject({
      code: 'STORAGE_REFUSED',
    });
    newer.close();
  });
});

describe('case H4 an upgrade that others hold up', () => {
  it('the page goes on in memory, says that it waits, and hears when they have let go; nothing is lost', async () => {
    const profile = new Profile();
    await ofVersion1(profile);
    const old = await openedAt(profile.database);
    const storage = await openStorage({ name: profile.database });
    expect(storage).toMatchObject({ kind: 'memory', trouble: { code: 'STORAGE_WAITING' } });
    await storage.workspaces.save(draft('meanwhile', 0));
    const told = nextTrouble(storage);
    old.close();
    expect(await told).toBe('STORAGE_READY');
    const next = await profile.tab();
    expect(next).toMatchObject({ kind: 'indexeddb', trouble: null });
    expect((await next.workspaces.read('demo'))?.text).toBe('work of years');
    expect(await next.workspaces.history('demo')).toHaveLength(2);
  });

  it('a second page behind the one that waits is told nothing by the browser, and does not wait for ever', async () => {
    const profile = new Profile();
    await ofVersion1(profile);
    const old = await openedAt(profile.database);
    await openStorage({ name: profile.database });
    const second = await openStorage({ name: profile.database, patienceMs: 1 });
    expect(second).toMatchObject({ kind: 'memory', trouble: { code: 'STORAGE_WAITING' } });
    const told = nextTrouble(second);
    old.close();
    expect(await told).toBe('STORAGE_READY');
  });
});

describe('case H4 an upgrade that throws half way', () => {
  it.each([1, 2, 3, 4])(
    'at its write %i: the data are as before, can be taken away, and the next attempt succeeds',
    async (nth) => {
      const profile = new Profile();
      await ofVersion1(profile);
      const before = await everything(profile.database);
      const put = IDBObjectStore.prototype.put;
      let writes = 0;
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
        if (++writes === nth) throw new DOMException('the disk is read-only', 'NotReadableError');
        return put.apply(this, row);
      });
      const storage = await openStorage({ name: profile.database });
      vi.restoreAllMocks();
      expect(writes).toBe(nth);
      expect(storage).toMatchObject({ kind: 'memory', trouble: { code: 'STORAGE_UPGRADE_FAILED' } });
      expect(storage.trouble?.message).toContain('the disk is read-only');
      expect(await everything(profile.database)).toEqual(before);
      const backup = (await storage.backup?.()) ?? '';
      expect(JSON.parse(backup)).toMatchObject({
        version: 10,
        tables: { workspaces: [{ text: 'work of years' }] },
      });
      expect(await everything(profile.database)).toEqual(before);
      const again = await profile.tab();
      expect(again).toMatchObject({ kind: 'indexeddb', trouble: null });
      expect(await again.workspaces.history('demo')).toHaveLength(2);
    },
  );
});
