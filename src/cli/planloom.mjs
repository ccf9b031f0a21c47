#!/usr/bin/env node
// The bin `planloom`: installs and builds what is missing, quietly, then hands over. Nothing here writes to stdout.
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './bootstrap/build.mjs';
import { installPackages } from './bootstrap/installPackages.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
try {
  installPackages(root);
  const entry = build(root, 'cli');
  if (process.argv[2] === 'serve') build(root, 'app');
  const { main, ofProcess } = await import(pathToFileURL(entry).href);
  // Ended outright: a call that was withdrawn and never comes back must not keep the process alive.
  process.exit(await main(process.argv.slice(2), ofProcess(root)));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 2;
}
