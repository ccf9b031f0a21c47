import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { PAGE_POLICY } from './src/cli/serve/pagePolicy.ts';

const DUCKDB_IN_WORKER = '@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs';

/** T9: the page carries its policy, so that a host without headers is enough. Not while developing: hot reload needs more. */
const pagePolicy: Plugin = {
  name: 'page-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * What the page names is three files: the packages, which stay cached over releases, our own code, and the loader. Left to
 * itself the bundler makes 96 of them, 12 % larger as brotli sends them. Whatever comes later is shared in files of at least a
 * kilobyte; a higher limit makes fewer of them, but then a small dialog brings the code of large ones along.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'packages', tags: ['$initial'], test: /node_modules/, priority: 3 },
    { name: 'start', tags: ['$initial'], priority: 2 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000, priority: 1 },
  ],
};

/** Shared code would be called after everything that shares it. */
const chunkFileNames = ({ name }: { readonly name: string }): string =>
  `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`;

/** `vite build` makes the app; `vite build --mode cli` the command line, one file for Node. */
export default defineConfig(({ mode }) => ({
  plugins: mode === 'cli' ? [] : [react(), pagePolicy],
  // Everything is asked for beside the page, so that the app may lie in any folder of a host.
  base: './',
  publicDir: mode === 'cli' ? false : 'public',
  build:
    mode === 'cli'
      ? {
          ssr: 'src/cli/main.ts',
          outDir: 'dist/cli',
          target: 'node20',
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'planloom.js' } },
        }
      : // A file inlined as a data: address would be refused by the Content Security Policy.
        {
          outDir: 'dist/app',
          target: 'es2023',
          sourcemap: true,
          assetsInlineLimit: 0,
          rolldownOptions: { output: { codeSplitting, chunkFileNames } },
        },
  worker: { format: 'es' },
  // The package does not list this build by name: the one for a worker of our own.
  resolve: {
    alias: {
      [DUCKDB_IN_WORKER]: fileURLToPath(new URL(`node_modules/${DUCKDB_IN_WORKER}`, import.meta.url)),
    },
  },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    // Files share a process: loading every module anew for each of 340 files took longer than all their tests.
    isolate: false,
    setupFiles: ['test/runner/eachFile.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in `eventually`: on a machine that is busy a second is short.
    expect: { poll: { timeout: 30_000 } },
  },
}));
