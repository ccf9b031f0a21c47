// `npm run mutants [-- R5,K4]`: each mutant of mutants.ts is tried by the tests that should notice it. Fails when one survives.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const ended = spawnSync(
  `${root}/node_modules/.bin/vitest`,
  ['run', '--config', 'test/mutants/vitest.config.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MUTANTS: process.argv[2] ?? 'all' } },
);
process.exitCode = ended.status ?? 1;
