import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { problem } from '#base';
import { DEFAULT_SLOT, type Storage, Vault } from '#storage';
import { type ConnectionRow, NO_ROWS } from '../../src/storage/connections';
import { draft, Profile } from './notation';

const KEY = 'sk-canary-7f3a9c21';
const URL_OF = 'https://api.example.com/v1';
const PASSPHRASE = 'correct horse battery';

/** A profile with one connection, kept in this way, and the page that has made it. */
async function kept(keeping: 'tab' | 'device' | 'passphrase'): Promise<{ profile: Profile; page: Storage }> {
  const profile = new Profile();
  const page = await profile.tab();
  const added = page.vault.connect('mine', 'main', {
    ...{ id: null, url: URL_OF, key: KEY, keeping, passphrase: PASSPHRASE, model: 'm' },
  });
  if (!added.ok) throw new Error(added.problem.message);
  await page.vault.stored();
  return { profile, page };
}

/** Every row of every table, as the browser keeps it. */
async function rowsOf({ database }: Profile): Promise<readonly unknown[]> {
  const opened = await new Dexie(database).open();
  const rows = await Promise.all(opened.tables.map((table) => table.toArray()));
  opened.close();
  return rows.flat();
}

/** Everything inside of a value that JSON would leave out: bytes as text, and the browser's keys. */
function insideOf(value: unknown): readonly unknown[] {
  if (value instanceof Uint8Array) return [new TextDecoder('latin1').decode(value)];
  if (typeof value !== 'object' || value === null || value instanceof CryptoKey) return [value];
  return Object.values(value).flatMap(insideOf);
}

function soon(vault: Vault, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = vault.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

describe('T2 what a person has remembered', () => {
  it('on this device: the next page has address, key and picks, and no store has the key', async () => {
    const { profile } = await kept('device');
    const inside = (await rowsOf(profile)).flatMap(insideOf);
    expect(inside).toContain(URL_OF);
    expect(inside.filter((part) => String(part).includes(KEY))).toEqual([]);
    const wrapping = inside.filter((part) => part instanceof CryptoKey);
    expect(wrapping).toMatchObject([{ extractable: false, algorithm: { name: 'AES-GCM', length: 256 } }]);
    const { vault } = await profile.tab();
    expect(vault.list).toMatchObject([{ url: URL_OF, hasKey: true, locked: false, model: 'm' }]);
    expect(vault.resolve('mine', 'main')).toMatchObject({ url: URL_OF, key: KEY });
  });

  it('in this tab: nothing is stored, neither the connection nor what was picked', async () => {
    const { profile, page } = await kept('tab');
    expect(page.vault.resolve('mine', 'main')).toMatchObject({ key: KEY });
    expect(await rowsOf(profile)).toEqual([]);
    expect((await profile.tab()).vault.list).toEqual([]);
  });

  it('with a passphrase: the next page has it locked until that is given, once for all', async () => {
    const { profile, page } = await kept('passphrase');
    page.vault.add({ url: 'https://b.example', key: 'sk-b', keeping: 'passphrase', passphrase: PASSPHRASE });
    await page.vault.stored();
    const inside = (await rowsOf(profile)).flatMap(insideOf);
    expect(inside.filter((part) => part instanceof CryptoKey || String(part).includes(KEY))).toEqual([]);
    expect(inside, 'as OWASP advises for PBKDF2 with HMAC-SHA-256').toContain(600_000);
    const { vault } = await profile.tab();
    expect(vault.list).toMatchObject([{ locked: true }, { locked: true }]);
    expect(vault.resolve('mine', 'main')).toBeNull();
    expect(vault.secrets()).toEqual([]);
    expect(await vault.unlock('something else')).toMatchObject({ problem: { code: 'PASSPHRASE_WRONG' } });
    expect(await vault.unlock(PASSPHRASE)).toEqual({ ok: true, value: 2 });
    expect(vault.resolve('mine', 'main')).toMatchObject({ key: KEY });
    // Written anew while it is locked, it keeps what it has.
    const again = (await profile.tab()).vault;
    again.update(again.list[0]?.id ?? '', { model: 'other' });
    await again.stored();
    expect(await (await profile.tab()).vault.unlock(PASSPHRASE)).toMatchObject({ ok: true });
  });

  it('a short passphrase is refused, and nothing is kept', async () => {
    const profile = new Profile();
    const { vault } = await profile.tab();
    const short = { url: URL_OF, key: KEY, keeping: 'passphrase', passphrase: 'too short' } as const;
    expect(vault.add(short)).toMatchObject({ problem: { code: 'PASSPHRASE_SHORT' } });
    await vault.stored();
    expect(await rowsOf(profile)).toEqual([]);
  });

  it('case A3 a stored key opens for no other address: a row that was changed has lost it', async () => {
    const { profile } = await kept('device');
    const database = await new Dexie(profile.database).open();
    const url = 'https://evil.example/v1';
    const to = { url, origin: 'https://evil.example' };
    await database.table('connections').toCollection().modify(to);
    database.close();
    const { vault } = await profile.tab();
    // Nothing goes there without its key either, and being kept elsewhere does not make it one that needs none.
    expect(vault.resolve('mine', 'main')).toBeNull();
    const [entry] = vault.list;
    expect(entry).toMatchObject({ hasKey: true, trouble: { code: 'KEY_UNREADABLE' } });
    expect(vault.setKeeping(entry?.id ?? '', 'tab')).toMatchObject({ problem: { code: 'KEY_UNREADABLE' } });
    expect(vault.resolve('mine', 'main')).toBeNull();
    vault.setKey(entry?.id ?? '', 'sk-again');
    expect(vault.resolve('mine', 'main')).toMatchObject({ url, key: 'sk-again' });
    expect(vault.list).toMatchObject([{ trouble: null }]);
  });

  it('T8 what could not be saved is said until it is, and stays in the page for as long', async () => {
    let isFull = false;
    const stored: ConnectionRow[] = [];
    const vault = new Vault({
      rows: {
        ...NO_ROWS,
        read: async () => ({ connections: stored, picks: [] }),
        put: async (row) => {
          if (isFull) throw new Error('the disk is full');
          stored.push(row);
        },
      },
    });
    isFull = true;
    const added = vault.add({ url: URL_OF, key: KEY, keeping: 'device' });
    const id = added.ok ? added.value.id : '';
    await vault.stored();
    expect(vault.trouble).toMatchObject({
      code: 'CONNECTION_NOT_STORED',
      message: expect.stringContaining('Your connections could not be saved: the disk is full'),
    });
    // Another tab has written meanwhile: what is only here is not taken for forgotten.
    await vault.reload();
    expect(vault.connection(id)).toMatchObject({ key: KEY });
    expect(vault.trouble).not.toBeNull();
    isFull = false;
    vault.update(id, { model: 'm' });
    await vault.stored();
    expect(vault.trouble).toBeNull();
    expect(stored).toMatchObject([{ id, model: 'm' }]);
  });

  it('what the last call said of it is shown until the next one, although what is stored is read again', async () => {
    const profile = new Profile();
    const { vault } = await profile.tab();
    const added = vault.add({ url: 'http://localhost:11434/v1', keeping: 'device' });
    const trouble = problem('MODEL_UNREACHABLE', 'Nothing answers.', 'Start it.');
    vault.heard(added.ok ? added.value.id : '', trouble);
    await vault.reload();
    expect(vault.list).toMatchObject([{ trouble: { code: 'MODEL_UNREACHABLE' } }]);
  });

  it('a connection can be kept elsewhere later, in both directions', async () => {
    const { profile, page } = await kept('tab');
    const id = page.vault.list[0]?.id ?? '';
    page.vault.setKeeping(id, 'device');
    await page.vault.stored();
    expect((await profile.tab()).vault.resolve('mine', 'main')).toMatchObject({ key: KEY });
    page.vault.setKeeping(id, 'tab');
    await page.vault.stored();
    expect(page.vault.resolve('mine', 'main')).toMatchObject({ key: KEY });
    expect(await rowsOf(profile)).toEqual([]);
  });
});

describe('case H9 forgetting', () => {
  it.each(['device', 'passphrase'] as const)(
    'one kept with %s: no store holds the key, its ciphertext, what it was encrypted with, or a pick',
    async (keeping) => {
      const { profile, page } = await kept(keeping);
      page.vault.remove(page.vault.list[0]?.id ?? '');
      await page.vault.stored();
      expect(page.vault.secrets()).toEqual([]);
      expect(await rowsOf(profile)).toEqual([]);
    },
  );

  it('forgotten while it is still being encrypted, it is not stored afterwards', async () => {
    const profile = new Profile();
    const { vault } = await profile.tab();
    const added = vault.add({ url: URL_OF, key: KEY, keeping: 'device' });
    vault.remove(added.ok ? added.value.id : '');
    await vault.stored();
    expect(await rowsOf(profile)).toEqual([]);
  });

  it('all keys: connections that need none stay', async () => {
    const { profile, page } = await kept('device');
    page.vault.add({ url: 'http://localhost:11434/v1', keeping: 'device' });
    page.vault.forgetKeys();
    await page.vault.stored();
    expect(page.vault.list).toMatchObject([{ origin: 'http://localhost:11434', hasKey: false }]);
    expect((await rowsOf(profile)).flatMap(insideOf).filter((part) => part instanceof CryptoKey)).toEqual([]);
  });

  it('another tab forgets it too, and keeps what is of its own', async () => {
    const { profile, page } = await kept('device');
    const other = (await profile.tab()).vault;
    other.add({ url: 'https://b.example', key: 'sk-b' });
    const gone = soon(other, () => other.list.length === 1);
    page.vault.remove(page.vault.list[0]?.id ?? '');
    await gone;
    expect(other.list).toMatchObject([{ origin: 'https://b.example', hasKey: true }]);
    expect(other.resolve('mine', 'main')).toBeNull();
  });

  it('a deleted workspace takes its picks along, stored ones too', async () => {
    const { profile, page } = await kept('device');
    await page.workspaces.save(draft('first', 0, { id: 'mine' }));
    expect(page.vault.resolve('mine', 'main'), 'what is new finds its slots empty').toBeNull();
    page.vault.pick('mine', 'main', page.vault.list[0]?.id ?? null);
    await page.workspaces.remove('mine');
    await page.vault.stored();
    expect((await profile.tab()).vault.resolve('mine', 'main')).toBeNull();
  });
});

describe('W7 the default', () => {
  it('is the first connection until the person says otherwise, and is remembered', async () => {
    const { profile, page } = await kept('device');
    const { vault } = page;
    const second = vault.add({ url: 'https://b.example', keeping: 'device' });
    expect(vault.byDefault).toMatchObject({ url: URL_OF });
    vault.setDefault(second.ok ? second.value.id : null);
    await vault.stored();
    expect((await profile.tab()).vault.byDefault).toMatchObject({ url: 'https://b.example' });
    vault.setDefault(null);
    await vault.stored();
    const next = (await profile.tab()).vault;
    expect(next.byDefault).toBeNull();
    expect(next.picked('new', DEFAULT_SLOT, true)).toBeNull();
  });

  it('case A2 fills slots where that is asked for, and none of what was opened', async () => {
    const { page } = await kept('device');
    expect(page.vault.resolve('other', 'main', true)).toMatchObject({ key: KEY });
    expect(page.vault.resolve('other', 'main')).toBeNull();
    expect(page.vault.filled('other')).toEqual([]);
  });

  it('a workspace is made here until something says otherwise, whoever saves it', async () => {
    const { workspaces } = await new Profile().tab();
    await workspaces.save(draft('mine', 0, { madeHere: true }));
    await workspaces.save(draft('edited', 1));
    expect(await workspaces.read('demo')).toMatchObject({ text: 'edited', madeHere: true });
    await workspaces.save(draft('with a foreign plan', 2, { madeHere: false }));
    expect(await workspaces.read('demo')).toMatchObject({ madeHere: false });
    await workspaces.save(draft('opened', 0, { id: 'opened' }));
    expect(await workspaces.read('opened')).toMatchObject({ madeHere: false });
  });
});
