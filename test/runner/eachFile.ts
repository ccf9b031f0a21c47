import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

// Test files share a process (vite.config.ts): what one of them puts in place of a global goes with it. So does what it puts in
// place of a module, and all that was loaded beside that: nobody else gets it, and it gets nothing that was loaded before.
const { testPath } = expect.getState();
const hasStandIns = testPath !== undefined && readFileSync(testPath, 'utf8').includes('vi.mock(');
if (hasStandIns) vi.resetModules();

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (hasStandIns) vi.resetModules();
});
