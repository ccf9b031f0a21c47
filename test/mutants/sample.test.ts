import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('of a sample of mutants none survives (npm run mutants tries all)', () => {
  const { VITEST: _vitest, ...env } = process.env;
  const ended = spawnSync(
    process.execPath,
    [`${root}/node_modules/vitest/vitest.mjs`, 'run', '--config', 'test/mutants/vitest.config.ts'],
    { cwd: root, env: { ...env, MUTANTS: 'sample' }, encoding: 'utf8' },
  );
  expect(ended.stdout).toMatch(/\n\d+ mutants, 0 survive\n/);
}, 240_000);
