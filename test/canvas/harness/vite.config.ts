import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Serves the harness alone: the canvas with made-up graphs, without the app around it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../../node_modules/.vite-canvas', import.meta.url)),
  plugins: [react()],
  worker: { format: 'es' },
  server: { fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
  build: { outDir: fileURLToPath(new URL('../../../dist/harness', import.meta.url)), emptyOutDir: true },
});
