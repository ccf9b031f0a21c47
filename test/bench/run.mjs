// Bundles the bench with the same tool as the product and runs it in plain Node: `npm run bench [-- --json] [suite …]`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    ssr: 'test/bench/main.ts',
    outDir: 'dist/bench',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'bench.js' } },
  },
});
const bench = spawnSync(process.execPath, ['--expose-gc', 'dist/bench/bench.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
process.exit(bench.status ?? 1);
