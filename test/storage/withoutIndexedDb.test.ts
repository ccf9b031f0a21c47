import { expect, it } from 'vitest';
import { openStorage } from '#storage';

it('case H2 uses memory where there is no IndexedDB at all, and says so', async () => {
  const storage = await openStorage();
  expect(storage.kind).toBe('memory');
  expect(storage.trouble?.message).toContain('IndexedDB');
});
