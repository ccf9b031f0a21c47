import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStorage } from '#storage';

// Dexie has looked for it when it was loaded, and other files share this process: what it found is taken away too.
const found = Dexie.dependencies.indexedDB;
beforeEach(() => {
  vi.stubGlobal('indexedDB', undefined);
  Reflect.set(Dexie.dependencies, 'indexedDB', undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.set(Dexie.dependencies, 'indexedDB', found);
});

it('case H2 uses memory where there is no IndexedDB at all, and says so', async () => {
  const storage = await openStorage();
  expect(storage.kind).toBe('memory');
  expect(storage.trouble?.message).toContain('IndexedDB');
});
