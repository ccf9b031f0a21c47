import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { Vault } from '#storage';
import { draft, Profile } from './notation';

const KEY = 'sk-canary-7f3a9c21';

function vaultWithKey(): Vault {
  const vault = new Vault();
  vault.put({ id: 'openai', name: 'OpenAI', url: 'https://api.example.com/v1', key: KEY });
  return vault;
}

describe('the vault', () => {
  it('T2 gives a key only to the connection that the user has picked for it', () => {
    const vault = vaultWithKey();
    vault.pick('mine', 'main', 'openai');
    expect(vault.resolve('mine', 'main')).toEqual({
      url: 'https://api.example.com/v1',
      origin: 'https://api.example.com',
      key: KEY,
    });
  });

  it('case A2 a workspace with the same names as ours gets nothing', () => {
    const vault = vaultWithKey();
    vault.pick('mine', 'openai', 'openai');
    expect(vault.resolve('from-a-link', 'openai')).toBeNull();
  });

  it('case A3 a key never moves to another origin', () => {
    const vault = vaultWithKey();
    vault.pick('mine', 'main', 'openai');
    vault.put({ id: 'openai', name: 'OpenAI', url: 'https://api.example.com:443/v2' });
    expect(vault.resolve('mine', 'main')?.key).toBe(KEY);
    vault.put({ id: 'openai', name: 'OpenAI', url: 'https://api.example.com.evil.example/v1' });
    expect(vault.resolve('mine', 'main')?.key).toBeNull();
    expect(vault.secrets()).toEqual([]);
  });

  it('case A3 refuses an address with a user name in it', () => {
    const vault = new Vault();
    const put = vault.put({ id: 'x', name: 'X', url: 'https://api.example.com@evil.example/v1', key: KEY });
    expect(put).toMatchObject({ ok: false, problem: { code: 'ADDRESS_INVALID' } });
    expect(vault.list).toEqual([]);
  });

  it('T2 forgets a removed entry, and what was joined to it', () => {
    const vault = vaultWithKey();
    vault.pick('mine', 'main', 'openai');
    vault.remove('openai');
    expect(vault.resolve('mine', 'main')).toBeNull();
    expect(vault.secrets()).toEqual([]);
  });

  it('T2 lists entries without their keys', () => {
    const vault = vaultWithKey();
    expect(JSON.stringify(vault.list)).not.toContain(KEY);
    expect(vault.list[0]).toMatchObject({ hasKey: true });
  });

  it('case H6 a key is in no store of the database', async () => {
    const profile = new Profile();
    const storage = await profile.tab();
    storage.vault.put({ id: 'openai', name: 'OpenAI', url: 'https://api.example.com/v1', key: KEY });
    storage.vault.pick('demo', 'main', 'openai');
    await storage.workspaces.save(draft('a workspace', 0));
    await storage.settings.set('theme', 'dark');
    const dump = await dumpOf(profile.database);
    expect(dump).toContain('a workspace');
    expect(dump).not.toContain(KEY);
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
