import { IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { openStorage, pageLocks } from '#storage';
import { guarded } from '../../src/storage/storageErrors';
import { commits, draft, ORIGIN, Profile } from './notation';

const refusing = {
  open: () => {
    throw new DOMException('The user denied permission.', 'SecurityError');
  },
  cmp: () => 0,
  databases: async () => [],
  deleteDatabase: () => {
    throw new DOMException('The user denied permission.', 'SecurityError');
  },
} as IDBFactory;

const REFUSING = { indexedDB: refusing, IDBKeyRange };

describe('opening the storage', () => {
  it('case H2 uses memory where IndexedDB refuses, and says why', async () => {
    const storage = await openStorage({ indexedDB: REFUSING });
    expect(storage.kind).toBe('memory');
    expect(storage.trouble).toMatchObject({
      code: 'STORAGE_REFUSED',
      message: expect.stringContaining('denied permission'),
    });
  });

  it('case H2 memory has the same doors', async () => {
    const storage = await openStorage({ locks: pageLocks(), indexedDB: REFUSING });
    await storage.workspaces.save(draft('text', 0));
    expect(await storage.workspaces.save(draft('late', 0))).toMatchObject({ kind: 'conflict' });
    const run = await storage.runs.open('run-1', ORIGIN);
    await run?.append('run-1', commits(0, 2));
    expect(await storage.runs.open('run-1', ORIGIN)).toBeNull();
    await storage.runs.open('run-1', ORIGIN, { takeOver: true });
    await expect(run?.append('run-1', commits(3, 3))).rejects.toMatchObject({ code: 'STORAGE_STALE_WRITER' });
    await storage.workspaces.remove('demo');
    expect(await storage.runs.read('run-1')).toEqual([]);
  });

  it('W6 what was saved is there when the page opens again', async () => {
    const profile = new Profile();
    const before = await profile.tab();
    await before.workspaces.save(draft('kept', 0));
    await before.settings.set('theme', 'dark');
    before.close();
    const after = await profile.tab();
    expect((await after.workspaces.read('demo'))?.text).toBe('kept');
    expect(await after.settings.get('theme')).toBe('dark');
  });

  it('W6 shows used and free space, and asks for persistence', async () => {
    const manager = {
      estimate: async () => ({ usage: 30, quota: 100 }),
      persisted: async () => true,
      persist: async () => true,
    } as StorageManager;
    const storage = await openStorage({ manager, name: new Profile().database });
    expect(await storage.usage()).toEqual({ used: 30, free: 70, persisted: true });
    expect(await storage.persist()).toBe(true);
  });
});

describe('what the browser throws', () => {
  const quota = new DOMException('no more', 'QuotaExceededError');
  it.each([
    ['a bare quota error', quota],
    ['one that is wrapped', { name: 'AbortError', inner: quota }],
    ['one of a bulk write', { name: 'BulkError', failures: [{ inner: quota }] }],
  ])('case H2 %s is STORAGE_FULL', async (_title, thrown) => {
    await expect(guarded(() => Promise.reject(thrown))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('case H2 everything else is STORAGE_REFUSED, with the reason', async () => {
    const thrown = new Error('the disk is read-only\nstack');
    await expect(guarded(() => Promise.reject(thrown))).rejects.toMatchObject({
      code: 'STORAGE_REFUSED',
      message: 'The browser refused to store this: the disk is read-only',
    });
  });
});
