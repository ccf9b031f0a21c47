import 'fake-indexeddb/auto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type Hash, hashBytes, utf8 } from '#base';
import { type Blobs, bytesHash, memoryBlobs } from '#runtime';
import { openStorage } from '#storage';
import { blobsOf, folderBlobs } from '../../src/cli/host/folderBlobs';

const folders: string[] = [];
const bytesOf = (text: string) => new Uint8Array(utf8(text));
const NOTHING = hashBytes(bytesOf('never written'));

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'planloom-blobs-'));
  folders.push(made);
  return join(made, 'work.json.blobs');
}

afterEach(() => vi.unstubAllGlobals());
afterAll(() => Promise.all(folders.map((made) => rm(made, { recursive: true }))));

const places: readonly (readonly [string, () => Promise<Blobs>])[] = [
  ['memory', async () => memoryBlobs()],
  ['a folder', async () => folderBlobs(await folder())],
  ['IndexedDB', async () => (await openStorage({ name: 'planloom-blobs' })).blobs],
];

describe.each(places)('W8 blobs in %s', (_place, open) => {
  it('give back what was written, under the SHA-256 of its bytes', async () => {
    const blobs = await open();
    const hash = await blobs.write(bytesOf('orders'));
    expect(hash).toBe(hashBytes(bytesOf('orders')));
    expect(await blobs.has(hash)).toBe(true);
    expect(await blobs.read(hash)).toEqual(bytesOf('orders'));
  });

  it('have no bytes that were never written, and none that were removed', async () => {
    const blobs = await open();
    expect([await blobs.has(NOTHING), await blobs.read(NOTHING)]).toEqual([false, null]);
    const hash = await blobs.write(bytesOf('to be removed'));
    await blobs.remove(hash);
    await blobs.remove(hash);
    expect([await blobs.has(hash), await blobs.read(hash)]).toEqual([false, null]);
  });

  it('are not changed by whoever changes what was given or got', async () => {
    const blobs = await open();
    const given = bytesOf('left alone');
    const hash = await blobs.write(given);
    given.fill(0);
    (await blobs.read(hash))?.fill(0);
    expect(await blobs.read(hash)).toEqual(bytesOf('left alone'));
  });
});

describe('W8 the folder beside a workspace', () => {
  it('holds each content once, and no half-written file', async () => {
    const place = await folder();
    const blobs = folderBlobs(place);
    const hash = await blobs.write(bytesOf('once'));
    await blobs.write(bytesOf('once'));
    expect(await readdir(place)).toEqual([hash]);
  });

  it('a file that was changed there is not the one that is asked for', async () => {
    const place = await folder();
    const blobs = folderBlobs(place);
    const hash = await blobs.write(bytesOf('true'));
    await writeFile(join(place, hash), 'forged');
    expect(await blobs.read(hash)).toBeNull();
  });

  it('that cannot be made is a storage error that names it', async () => {
    const place = await folder();
    await writeFile(place, 'a file in its place');
    await expect(folderBlobs(place).write(bytesOf('x'))).rejects.toMatchObject({
      code: 'STORAGE_REFUSED',
      message: expect.stringContaining(place),
    });
    expect(await folderBlobs(place).read(NOTHING)).toBeNull();
  });

  it('names no file outside of itself', async () => {
    const place = await folder();
    const blobs = folderBlobs(place);
    await blobs.write(bytesOf('inside'));
    await writeFile(join(place, '..', 'secret'), 'outside');
    expect([await blobs.has('../secret'), await blobs.read('../secret')]).toEqual([false, null]);
    await blobs.remove('../secret');
    expect(await readdir(join(place, '..'))).toContain('secret');
  });

  it('several places are read in turn, and the first is written', async () => {
    const [first, second] = [memoryBlobs(), memoryBlobs()];
    const there = await second.write(bytesOf('there'));
    const both = blobsOf(first, second);
    const here: Hash = await both.write(bytesOf('here'));
    expect([await both.has(there), await both.read(there)]).toEqual([true, bytesOf('there')]);
    expect([await first.has(here), await second.has(here)]).toEqual([true, false]);
    expect(await both.read(NOTHING)).toBeNull();
  });
});

it('W8 a page over plain HTTP, which has no WebCrypto, comes to the same hash', async () => {
  const hash = await bytesHash(bytesOf('plain'));
  vi.stubGlobal('crypto', {});
  expect(await bytesHash(bytesOf('plain'))).toBe(hash);
});
