import { defineConfig } from 'vitest/config';

/** The one file of this folder that runs: `npm test` collects `*.test.ts` alone and does not see it. */
export default defineConfig({
  test: { include: ['test/questions/outside/measure.ts'], environment: 'node', testTimeout: 600_000 },
});
