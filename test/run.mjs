// `npm test`: installs what is missing, then every check in turn; ends with "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './runner/chromium.mjs';
import { installPackages } from './runner/install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = `${root}/test-results`;
const bin = (name) => `${root}/node_modules/.bin/${name}`;

/** Runs a command with its output shown. @returns whether it ended well */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Counts a check that is one command. What is broken is told again at the end, where whoever reads a long log looks first. */
async function check(title, command, args) {
  console.log(`\n── ${title}`);
  const good = await run(command, args);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, files: [], broken: good ? [] : [title] };
}

async function unitTests() {
  console.log('\n── unit and property tests');
  const report = `${results}/unit.json`;
  const good = await run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  const json = readJson(report);
  if (!json) return { passed: 0, failed: 1, files: [], broken: ['the unit tests wrote no report'] };
  const files = json.testResults.map((file) => ({
    name: relative(root, file.name),
    ms: file.endTime - file.startTime,
  }));
  const failed = Math.max(json.numFailedTests, good ? 0 : 1);
  return { passed: json.numPassedTests, failed, files, broken: json.testResults.flatMap(brokenIn) };
}

/** Of a file of unit tests what failed; a file that could not be loaded has no tests, only a message. */
function brokenIn({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages: [why = ''] }) => `${file} › ${fullName}\n${indented(why)}`);
  return tests.length > 0 || status !== 'failed' ? tests : [`${file}\n${indented(message)}`];
}

const indented = (text) =>
  text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');

async function endToEndTests() {
  console.log('\n── end-to-end tests');
  const report = `${results}/e2e.json`;
  const chromium = await findChromium();
  const good = await run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
    PLANLOOM_CHROMIUM: chromium,
    PLANLOOM_E2E_REPORT: report,
  });
  const json = readJson(report);
  if (!json) return { passed: 0, failed: 1, files: [], broken: ['the journeys wrote no report'] };
  const files = json.suites.map((suite) => ({ name: `e2e/journeys/${suite.file}`, ms: duration(suite) }));
  const failed = Math.max(json.stats.unexpected, good ? 0 : 1);
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed,
    files,
    broken: json.suites.flatMap(brokenSpecs),
  };
}

function brokenSpecs({ file, specs = [], suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ title }) => `e2e/journeys/${file} › ${title}`);
  return [...own, ...suites.flatMap(brokenSpecs)];
}

function duration(suite) {
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests).flatMap((test) => test.results);
  const inner = (suite.suites ?? []).map(duration);
  return own.reduce((sum, result) => sum + result.duration, 0) + inner.reduce((sum, ms) => sum + ms, 0);
}

function report(parts) {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const slowest = parts
    .flatMap((part) => part.files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10);
  console.log('\nThe ten slowest files:');
  for (const file of slowest) console.log(`${(file.ms / 1000).toFixed(1).padStart(8)} s  ${file.name}`);
  const broken = parts.flatMap((part) => part.broken);
  if (broken.length > 0) console.log(`\nWhat failed:\n${broken.map((one) => `  ${one}`).join('\n')}`);
  const summary = `${passed} passed, ${failed} failed`;
  writeFileSync(`${results}/summary.txt`, `${summary}\n`);
  console.log(`\n${summary}`);
  return failed === 0;
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
installPackages(root);
const parts = [
  await check('types of the ground floor', bin('tsc'), ['-p', 'src/ground.tsconfig.json']),
  await check('types of the house', bin('tsc'), ['-p', 'tsconfig.json']),
  await check('format and lint', bin('biome'), ['check', '.']),
  await check('build of the app', bin('vite'), ['build', '--logLevel', 'warn']),
  await check('build of the command line', bin('vite'), ['build', '--mode', 'cli', '--logLevel', 'warn']),
  await unitTests(),
  await endToEndTests(),
];
process.exitCode = report(parts) ? 0 : 1;
