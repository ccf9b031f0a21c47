import { describe, expect, it } from 'vitest';
import { Vault } from '#storage';
import { draft, Profile } from './notation';

const KEY = 'sk-canary-7f3a9c21';

const OPENAI = { id: null, url: 'https://api.example.com/v1', key: KEY };

/** A vault with one connection, which fills the slot `main` of `mine`, and the id of the connection. */
function vaultWithKey(): { vault: Vault; id: string } {
  const vault = new Vault();
  const entry = vault.connect('mine', 'main', OPENAI);
  if (!entry.ok) throw new Error(entry.problem.message);
  return { vault, id: entry.value.id };
}

describe('the vault', () => {
  it('T2 gives a key only to the connection that the user has picked for it', () => {
    const { vault, id } = vaultWithKey();
    expect(vault.resolve('mine', 'main')).toEqual({
      ...{
        id,
        kind: 'openai-compatible',
        url: 'https://api.example.com/v1',
        origin: 'https://api.example.com',
        key: KEY,
      },
    });
  });

  it('case A2 a workspace with the same names as ours gets nothing', () => {
    const { vault } = vaultWithKey();
    expect(vault.resolve('from-a-link', 'main')).toBeNull();
  });

  it('fault X1 the same slot in two workspaces is two picks: neither connecting nor removing one touches the other', () => {
    const { vault } = vaultWithKey();
    const other = vault.connect('other', 'main', { id: null, url: 'https://b.example/v1', key: '' });
    expect(vault.resolve('mine', 'main')).toMatchObject({ url: 'https://api.example.com/v1', key: KEY });
    expect(vault.resolve('other', 'main')).toMatchObject({ url: 'https://b.example/v1', key: null });
    vault.pick('other', 'main', null);
    expect(vault.resolve('mine', 'main')).toMatchObject({ key: KEY });
    expect(vault.list).toHaveLength(2);
    expect(other).toMatchObject({ ok: true, value: { id: vault.list[1]?.id } });
  });

  it('fault X1 a key is never inherited: an empty key on an equal origin is no key', () => {
    const { vault, id } = vaultWithKey();
    vault.connect('other', 'main', { ...OPENAI, key: '' });
    expect(vault.resolve('other', 'main')).toMatchObject({ key: null });
    // Only who picks that very connection has its key.
    vault.connect('third', 'main', { id, url: OPENAI.url, key: '' });
    expect(vault.resolve('third', 'main')).toMatchObject({ id, key: KEY });
  });

  it('fault X1 an id is never given again, and a name of an entry that was removed reaches nothing', () => {
    const { vault, id } = vaultWithKey();
    vault.remove(id);
    vault.connect('other', 'main', OPENAI);
    expect(vault.list.map((entry) => entry.id)).not.toContain(id);
    vault.pick('mine', 'main', id);
    expect(vault.resolve('mine', 'main')).toBeNull();
  });

  it('case A3 a key never moves to another origin, or to another address at all', () => {
    const { vault, id } = vaultWithKey();
    for (const url of ['https://api.example.com/v2', 'https://api.example.com.evil.example/v1']) {
      vault.connect('mine', 'main', { id, url, key: '' });
      expect(vault.resolve('mine', 'main')).toMatchObject({ url, key: null });
    }
  });

  it('case A3 refuses an address with a user name in it', () => {
    const vault = new Vault();
    const put = vault.add({ url: 'https://api.example.com@evil.example/v1', key: KEY });
    expect(put).toMatchObject({ ok: false, problem: { code: 'ADDRESS_INVALID' } });
    expect(vault.list).toEqual([]);
  });

  it('T2 forgets a removed entry, and what was joined to it', () => {
    const { vault, id } = vaultWithKey();
    vault.remove(id);
    expect(vault.resolve('mine', 'main')).toBeNull();
    expect(vault.secrets()).toEqual([]);
  });

  it('T2 lists entries without their keys', () => {
    const { vault } = vaultWithKey();
    expect(JSON.stringify(vault.list)).not.toContain(KEY);
    expect(vault.list[0]).toMatchObject({ hasKey: true });
  });

  it('case H6 a key is in no store of the database', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    storage.vault.connect('demo', 'main', OPENAI);
    await storage.workspaces.save(draft('a workspace', 0));
    await storage.settings.set('theme', 'dark');
    const dump = await dumpOf(profile.database);
    expect(dump).toContain('a workspace');
    expect(dump).not.toContain(KEY);
  });
});

describe('fault X1 a pick goes with its workspace', () => {
  it('deleted and made again under the same id, it finds its slots empty, in every tab', async () => {
    const profile = new Profile();
    const [mine, other] = [new BroadcastChannel('x1'), new BroadcastChannel('x1')];
    const here = await profile.tab(mine);
    const there = await profile.tab(other);
    for (const { vault } of [here, there]) vault.connect('demo', 'main', OPENAI);
    await here.workspaces.save(draft('first', 0));
    for (const { vault } of [here, there]) vault.connect('demo', 'main', OPENAI);
    const heard = new Promise<void>((resolve) => {
      there.vault.subscribe(() => resolve());
    });
    await here.workspaces.remove('demo');
    await heard;
    await here.workspaces.save(draft('imported', 0));
    expect(here.vault.resolve('demo', 'main')).toBeNull();
    expect(there.vault.resolve('demo', 'main')).toBeNull();
    // The connection is the person's, and stays.
    expect(here.vault.list.length).toBeGreaterThan(0);
    here.close();
    there.close();
  });

  it('a save that came too late for an id that is taken forgets nothing', async () => {
    const { workspaces, vault } = await new Profile().tab();
    await workspaces.save(draft('first', 0));
    vault.connect('demo', 'main', OPENAI);
    expect(await workspaces.save(draft('second', 0))).toMatchObject({ kind: 'conflict' });
    expect(vault.resolve('demo', 'main')).toMatchObject({ key: KEY });
  });
});

async function dumpOf(name: string): Promise<string> {
  const database = await promised(indexedDB.open(name));
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores);
  const rows = await Promise.all(stores.map((name) => promised(transaction.objectStore(name).getAll())));
  database.close();
  return JSON.stringify(rows);
}

function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
