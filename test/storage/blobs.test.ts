import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Hash, ROOT, utf8 } from '#base';
import type { Storage } from '#storage';
import { eventually } from '../tools/eventually';
import { commits, draft, named, ORIGIN, Profile } from './notation';

afterEach(() => vi.restoreAllMocks());

const bytesOf = (text: string) => new Uint8Array(utf8(text));
const naming = (...hashes: readonly Hash[]): string =>
  JSON.stringify({ documents: hashes.map((hash) => ({ file: { hash } })) });
const isThere = (storage: Storage, ...hashes: readonly Hash[]) =>
  Promise.all(hashes.map((hash) => storage.blobs.has(hash)));

/** A run whose ledger holds a handle (V6). */
async function keepRun(storage: Storage, hash: Hash): Promise<void> {
  const [first] = commits(0, 0);
  if (!first) throw new Error('There is no first commit.');
  const made = {
    kind: 'event.emitted',
    address: ROOT,
    data: { event: 'made', data: { $table: { hash } } },
  } as const;
  await storage.runs.import([{ ...first, entries: [...first.entries, made] }], ORIGIN);
}

describe('case H7 bytes that nothing names', () => {
  it('go with the last workspace that names them', async () => {
    const storage = await new Profile().tab();
    const shared = await storage.blobs.write(bytesOf('shared'));
    const own = await storage.blobs.write(bytesOf('own'));
    await storage.workspaces.save(draft(naming(shared, own), 0));
    await storage.workspaces.save(draft(naming(shared), 0, { id: 'other' }));
    await storage.workspaces.remove('demo');
    expect(await isThere(storage, shared, own)).toEqual([true, false]);
    await storage.workspaces.remove('other');
    expect(await isThere(storage, shared)).toEqual([false]);
  });

  it('stay for a checkpoint or a run that names them, and go with it', async () => {
    const storage = await new Profile().tab();
    const [before, handle] = [
      await storage.blobs.write(bytesOf('before')),
      await storage.blobs.write(bytesOf('rows')),
    ];
    await storage.workspaces.checkpoint(named('Mine', naming(before)));
    await keepRun(storage, handle);
    await storage.workspaces.save(draft(naming(before, handle), 0, { id: 'other' }));
    await storage.workspaces.remove('other');
    expect(await isThere(storage, before, handle)).toEqual([true, true]);
    await storage.runs.remove('run-1');
    expect(await isThere(storage, before, handle)).toEqual([true, false]);
    await storage.workspaces.remove('demo');
    expect(await isThere(storage, before)).toEqual([false]);
  });

  it('go when the page is opened a day later, and not before: an import or an undo may name them yet', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    const kept = await storage.blobs.write(bytesOf('kept'));
    const left = await storage.blobs.write(bytesOf('left'));
    await storage.workspaces.save(draft(naming(kept), 0));
    storage.close();
    const soon = await profile.tab();
    expect(await isThere(soon, kept, left)).toEqual([true, true]);
    soon.close();
    profile.clock.advance(25 * 60 * 60_000);
    const later = await profile.tab();
    await eventually(async () => expect(await isThere(later, kept, left)).toEqual([true, false]));
  });

  it('V6 are swept by one tab, and those stay that a run of another tab names, whichever of them deletes', async () => {
    const profile = new Profile();
    const [mine, other] = [await profile.tab(), await profile.tab()];
    const [rows, left] = [await mine.blobs.write(bytesOf('rows')), await mine.blobs.write(bytesOf('left'))];
    await keepRun(other, rows);
    await mine.workspaces.save(draft(naming(rows, left), 0, { id: 'other' }));
    await mine.workspaces.remove('other');
    expect(await isThere(other, rows, left)).toEqual([true, false]);
    profile.clock.advance(25 * 60 * 60_000);
    const late = await other.blobs.write(bytesOf('late'));
    const third = await profile.tab();
    await eventually(async () => expect(await isThere(third, rows, late)).toEqual([true, true]));
    await mine.runs.remove('run-1');
    expect(await isThere(other, rows, late)).toEqual([false, true]);
  });

  it('what rows say of blobs is not read back with them', async () => {
    const storage = await new Profile().tab();
    const hash = await storage.blobs.write(bytesOf('x'));
    await storage.workspaces.save(draft(naming(hash), 0));
    expect(await storage.workspaces.read('demo')).not.toHaveProperty('files');
    expect((await storage.workspaces.list())[0]).not.toHaveProperty('files');
  });
});

it('W8 an edit of a workspace with 50 MB of files writes kilobytes', async () => {
  const storage = await new Profile().tab();
  const hash = await storage.blobs.write(new Uint8Array(50_000_000));
  await storage.workspaces.save(draft(naming(hash), 0));
  let written = 0;
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    written += JSON.stringify(row[0]).length;
    return put.apply(this, row);
  });
  for (let edit = 1; edit <= 10; edit++) {
    const saved = await storage.workspaces.save(draft(`${naming(hash)} ${edit}`, edit));
    expect(saved.kind).toBe('saved');
  }
  expect(written).toBeGreaterThan(10 * hash.length);
  expect(written / 10).toBeLessThan(4_000);
});

it('case H2 a full disk is told, and nothing is kept of the bytes', async () => {
  const storage = await new Profile().tab();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(storage.blobs.write(bytesOf('large'))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
});

it('case H4 a database of version 2 keeps everything and gets room for bytes', async () => {
  const profile = new Profile();
  const old = new Dexie(profile.database);
  old.version(2).stores({
    ...{ workspaces: 'id, hash, updatedAt', checkpoints: '++key, workspace', settings: 'name' },
    ...{ runs: 'runId, workspace, startedAt', commits: '[runId+seq]' },
    ...{ checkpointTexts: 'key', attempts: '[runId+seq], at' },
  });
  await old.table('workspaces').put({ ...draft('work of years', 0), revision: 1, updatedAt: 1 });
  old.close();
  const storage = await profile.tab();
  expect(storage).toMatchObject({ kind: 'indexeddb', trouble: null });
  expect((await storage.workspaces.read('demo'))?.text).toBe('work of years');
  const hash = await storage.blobs.write(bytesOf('new'));
  expect(await storage.blobs.read(hash)).toEqual(bytesOf('new'));
});
