// Runs our kernel beside LangGraph.js and Mastra, each plan of each engine alone in a process: `npm run bench:peers`.
// The others are no dependencies of the project: they are installed here when this is first asked for.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

const ENGINES = ['planloom', 'langgraph', 'mastra'];
const PLANS = [
  ['chain', 100],
  ['chain', 1_000],
  ['fanOut', 1_000],
  ['loop', 1_000],
];

function install() {
  if (existsSync(`${here}node_modules`)) return;
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (installed.status !== 0) {
    console.error('The other engines could not be installed. The registry must be reachable; try again.');
    process.exit(1);
  }
}

async function bundle() {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: 'test/bench/peers/planloom.ts',
      outDir: 'dist/peers',
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'planloom.js' } },
    },
  });
}

function measured(engine, plan, n) {
  const child = spawnSync(process.execPath, [`${engine}.mjs`, plan, String(n)], {
    cwd: here,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (child.status === 0) return JSON.parse(child.stdout.trim().split('\n').at(-1)).usPerStep;
  console.error(child.stderr);
  return Number.NaN;
}

/** Three digits: more than the machine's load leaves true. */
function rounded(value) {
  return Number(value.toPrecision(3));
}

install();
await bundle();
console.log('µs of processor time a step, and how many times ours\n');
for (const [plan, n] of PLANS) {
  const times = ENGINES.map((engine) => measured(engine, plan, n));
  const cells = ENGINES.map((engine, index) => {
    const us = rounded(times[index]);
    const ratio = rounded(times[index] / times[0]);
    return `${engine} ${us} µs (${ratio}×)`.padEnd(34);
  });
  console.log(`${plan} ${n}`.padEnd(14), cells.join(''));
}
