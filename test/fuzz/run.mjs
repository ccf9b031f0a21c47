// `npm run fuzz -- [NAME] [--runs N] [--seed S]`: the generated tests of test/fuzz, ten times as often as `npm test` tries them.
// `npm run fuzz -- crash --runs 20`: the journey that kills the page, in the app as it was built last.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium } from '../runner/chromium.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const JOURNEYS = ['crash'];
const journeys = positionals.filter((name) => JOURNEYS.includes(name));
const files = positionals.filter((name) => !JOURNEYS.includes(name)).map((name) => `test/fuzz/${name}`);
if (positionals.length === 0) files.push('test/fuzz/');

function run(command, args, env = {}) {
  const { status } = spawnSync(`${root}/node_modules/.bin/${command}`, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, FUZZ_RUNS: values.runs, FUZZ_SEED: values.seed },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}

console.log(`${values.runs} samples each, seed ${values.seed}`);
if (files.length > 0) run('vitest', ['run', ...files]);
if (journeys.length > 0)
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...journeys], {
    PLANLOOM_CHROMIUM: await findChromium(),
  });
console.log(`${values.runs} samples each, seed ${values.seed}`);
