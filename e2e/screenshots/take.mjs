// `npm run screenshots`: pictures of the real, built app in both themes, into `.screenshots/`; with `--publish` the
// README's are renewed too. More arguments go to Playwright (`-g approval`).
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../src/cli/bootstrap/build.mjs';
import { findChromium } from '../../test/runner/chromium.mjs';
import { installPackages } from '../../test/runner/install.mjs';

const PUBLISHED = ['run-light.png', 'run-dark.png', 'statechart-light.png', 'statechart-dark.png'];

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const wishes = process.argv.slice(2);
installPackages(root);
build(root, 'cli');
build(root, 'app');
const playwright = join(root, 'node_modules', '.bin', 'playwright');
const args = ['test', '--config', 'e2e/screenshots/playwright.config.ts'];
const { status } = spawnSync(playwright, [...args, ...wishes.filter((wish) => wish !== '--publish')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PLANLOOM_CHROMIUM: await findChromium() },
});
if (status === 0 && wishes.includes('--publish')) publish();
process.exitCode = status ?? 1;

function publish() {
  mkdirSync(join(root, 'public', 'help'), { recursive: true });
  for (const name of PUBLISHED)
    copyFileSync(join(root, '.screenshots', name), join(root, 'public', 'help', name));
}
