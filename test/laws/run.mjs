// `npm run laws -- --runs 2000 --seed 7`: the laws of runs over many random plans. The same seed draws the same plans.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '20260' },
    only: { type: 'string', default: '' },
  },
});
const report = `${root}/test-results/laws.json`;
const files = [
  'reference',
  'laws',
  'modules/modules',
  'crash',
  'stale',
  'forkEdits',
  'machines/machines',
].map((name) => `test/laws/${name}.test.ts`);
const only = values.only === '' ? [] : ['-t', values.only];
const ended = spawnSync(
  `${root}/node_modules/.bin/vitest`,
  ['run', ...files, ...only, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LAWS_RUNS: values.runs, LAWS_SEED: values.seed },
  },
);
if (existsSync(report)) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`\n${values.runs} random plans, seed ${values.seed}:`);
  for (const test of testResults.flatMap((file) => file.assertionResults)) {
    if (test.status === 'skipped' || test.status === 'pending') continue;
    const seconds = ((test.duration ?? 0) / 1000).toFixed(0).padStart(5);
    console.log(`${seconds} s  ${test.status === 'passed' ? 'holds ' : 'BROKEN'}  ${test.title}`);
  }
}
process.exitCode = ended.status ?? 1;
