import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { refuse } from '../outcome';
import { siteServer } from './siteServer';

const DEFAULT_PORT = 4173;
const TRIES = 20;

/** A server that listens. */
export interface Served {
  readonly url: string;
  close(): void;
}

/**
 * Serves the built app on loopback. A port that was asked for is taken or refused; without one the first free port
 * from 4173 on is taken.
 *
 * @param root folder of the package
 * @throws Refusal when the app is not built, or the port is taken
 */
export async function serveApp(
  root: string,
  options: { readonly port?: string | undefined } = {},
): Promise<Served> {
  const folder = join(root, 'dist', 'app');
  if (!existsSync(join(folder, 'index.html')))
    throw refuse('APP_MISSING', 'The app is not built.', 'Run "npm run build" first.');
  const wanted = options.port === undefined || options.port === '' ? null : readPort(options.port);
  const server = siteServer(folder);
  for (let tries = 0; tries < TRIES; tries++) {
    const port = wanted ?? DEFAULT_PORT + tries;
    const failed = await listen(server, port);
    if (!failed) return { url: addressOf(server), close: () => void server.close() };
    if (failed !== 'EADDRINUSE' || wanted !== null)
      throw refuse(
        'PORT_TAKEN',
        `Port ${port} cannot be used (${failed}).`,
        'Choose another, for example PORT=8080.',
      );
  }
  throw refuse(
    'PORT_TAKEN',
    `No port from ${DEFAULT_PORT} on is free.`,
    'Choose one, for example PORT=8080.',
  );
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : DEFAULT_PORT}/`;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw refuse('USAGE', `"${text}" is no port.`, 'A port is a number from 0 to 65535; 0 takes a free one.');
}

/** @returns the code of the error, or null when it listens */
function listen(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (cause: NodeJS.ErrnoException): void => resolve(cause.code ?? cause.message);
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}
