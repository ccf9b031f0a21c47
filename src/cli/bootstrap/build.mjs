import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What each build is made of, besides `src`. */
const ALWAYS = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];
const BUILDS = {
  cli: {
    result: 'dist/cli/planloom.js',
    sources: [...ALWAYS],
    leaveOut: ['app', 'canvas', 'editor', 'layout'],
  },
  app: { result: 'dist/app/index.html', sources: [...ALWAYS, 'index.html', 'public'], leaveOut: ['cli'] },
};

/**
 * Builds `cli` or `app` when it is missing or older than its sources. Prints to stderr only, and nothing when there
 * is nothing to do.
 *
 * @returns the path of the built entry
 */
export function build(root, name) {
  const { result, sources, leaveOut } = BUILDS[name];
  const built = join(root, result);
  const newest = Math.max(
    ...sources.map((path) => newestIn(join(root, path), [])),
    newestIn(join(root, 'src'), leaveOut),
  );
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return built;
  console.error(`Building the ${name === 'cli' ? 'command line' : 'app'} …`);
  const target = dirname(built);
  // Built beside and moved into place: another process may be reading the old one.
  const fresh = `${target}.${process.pid}`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const mode = name === 'cli' ? ['--mode', 'cli'] : [];
  const args = [vite, 'build', ...mode, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'error'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error('The build failed: see the lines above.');
  }
  swap(fresh, target);
  return built;
}

function swap(fresh, target) {
  const old = `${target}.old.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  try {
    renameSync(fresh, target);
  } catch (cause) {
    // Another process was faster: what it built is as good as ours.
    if (!existsSync(target)) throw cause;
    rmSync(fresh, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}

function newestIn(path, leaveOut) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !leaveOut.includes(name));
  return Math.max(mtimeMs, ...inside.map((name) => newestIn(join(path, name), [])));
}
