import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

/** A page that is served until it is closed. */
export interface Served {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The app as people get it: `planloom serve`, which builds it first if it is stale. */
export async function serveBuiltApp(port: number): Promise<Served> {
  const server = spawn(process.execPath, ['src/cli/planloom.mjs', 'serve', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const said = /"url":"([^"]+)"/.exec(text)?.[1];
      if (said !== undefined) resolve(said);
    });
    server.on('exit', () => reject(new Error('planloom serve ended')));
  });
  return { url, close: () => server.kill() };
}

/** Bundles the page of bare React Flow like the product is bundled, and serves it. */
export async function serveBare(): Promise<Served> {
  const root = 'test/bench/canvas/bare';
  const outDir = join(process.cwd(), 'dist/bench/bare');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { outDir, emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bare').pathname;
    const file = join(outDir, normalize(path === '/' ? '/index.html' : path));
    readFile(file).then(
      (content) =>
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
