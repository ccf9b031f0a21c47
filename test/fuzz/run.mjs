// `npm run fuzz -- [NAME] [--runs N] [--seed S]`: the generated tests of test/fuzz, ten times as often as `npm test` tries them.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const files = positionals.length === 0 ? ['test/fuzz/'] : positionals.map((name) => `test/fuzz/${name}`);
console.log(`${values.runs} samples each, seed ${values.seed}`);
const ended = spawnSync(`${root}/node_modules/.bin/vitest`, ['run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed },
});
console.log(`${values.runs} samples each, seed ${values.seed}`);
process.exitCode = ended.status ?? 1;
