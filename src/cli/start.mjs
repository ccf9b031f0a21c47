// `npm start`: installs and builds what is missing, serves the app and opens it. `--no-open`, `PORT`.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './bootstrap/build.mjs';
import { installPackages } from './bootstrap/installPackages.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  installPackages(root);
  build(root, 'app');
  const { serveApp } = await import(pathToFileURL(build(root, 'cli')).href);
  const { url } = await serveApp(root, { port: process.env.PORT });
  console.log(`Planloom is at ${url}   (Ctrl+C ends it)`);
  if (!process.argv.includes('--no-open')) open(url);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}

/** Opens the browser where there is one; a machine without a screen just has the address. */
function open(url) {
  const [command, ...args] = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
  }[process.platform] ?? ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
