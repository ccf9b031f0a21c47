import 'fake-indexeddb/auto';
import { afterAll, vi } from 'vitest';

// Test files share a process (vite.config.ts): what one of them puts in place of a global goes with it.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
