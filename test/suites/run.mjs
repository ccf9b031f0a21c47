// `npm run suites -- PATH`: judges the required tests of a checkout of the official JSON Schema Test Suite, and prints each miss.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const suite = resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined || !existsSync(join(suite, 'tests', 'draft2020-12'))) {
  console.error(
    'Say where a checkout of https://github.com/json-schema-org/JSON-Schema-Test-Suite lies: npm run suites -- PATH',
  );
  process.exit(2);
}
const ended = spawnSync(`${root}/node_modules/.bin/vitest`, ['run', 'test/suites'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SUITE_PATH: suite },
});
process.exitCode = ended.status ?? 1;
