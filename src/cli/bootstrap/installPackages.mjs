import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

/** Installs the packages of the lockfile when they are missing or older than it. Prints to stderr only. */
export function installPackages(root) {
  const lock = `${root}/package-lock.json`;
  const installed = `${root}/node_modules/.package-lock.json`;
  if (existsSync(installed) && !staler(installed, lock)) return;
  console.error('Installing packages …');
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) throw new Error('The packages could not be installed: see the lines above.');
}

function staler(installed, lock) {
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return false;
  // A fresh checkout touches the lockfile without changing it: compare what is in them.
  const versions = (path) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8'));
    return Object.entries(packages)
      .filter(([name]) => name !== '')
      .map(([name, entry]) => `${name}@${entry.version}`);
  };
  const have = new Set(versions(installed));
  const optional = new Set(
    Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
      .filter(([, entry]) => entry.optional)
      .map(([name, entry]) => `${name}@${entry.version}`),
  );
  return versions(lock).some((version) => !have.has(version) && !optional.has(version));
}
