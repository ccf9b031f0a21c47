import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = [
  process.env.PLANLOOM_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the end-to-end tests, or installs one: one that is there, else Playwright's own, else
 * Debian's package.
 *
 * @returns the path of the executable
 * @throws Error when none is there and none can be installed
 */
export async function findChromium() {
  const there = KNOWN.find((path) => path && existsSync(path)) ?? (await playwrights());
  if (there) return there;
  console.error('No Chromium is there: installing one.');
  run('npx', ['playwright', 'install', 'chromium'], 300_000);
  const installed = await playwrights();
  if (installed) return installed;
  if (process.platform === 'linux') {
    run('apt-get', ['update'], 300_000);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 900_000);
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  throw new Error(
    'No Chromium could be found or installed. Install one, or set PLANLOOM_CHROMIUM to its path.',
  );
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function run(command, args, timeout) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
