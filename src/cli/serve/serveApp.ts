import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { refuse } from '../outcome';
import { type SiteOptions, siteServer } from './siteServer';

const LOOPBACK = '127.0.0.1';
const DEFAULT_PORT = 4173;
const TRIES = 20;

/** A server that listens. */
export interface Served {
  readonly url: string;
  close(): void;
}

export interface ServeOptions extends SiteOptions {
  readonly port?: string | undefined;
  /** The address it listens on; loopback by default. */
  readonly address?: string;
}

/**
 * Serves the built app. A port that was asked for is taken or refused; without one the first free port
 * from 4173 on is taken.
 *
 * @param root folder of the package
 * @throws Refusal when the app is not built, or the port is taken
 */
export async function serveApp(
  root: string,
  { port: asked, address = LOOPBACK, ...site }: ServeOptions = {},
): Promise<Served> {
  const folder = join(root, 'dist', 'app');
  if (!existsSync(join(folder, 'index.html')))
    throw refuse('APP_MISSING', 'The app is not built.', 'Run "npm run build" first.');
  const wanted = asked === undefined || asked === '' ? null : readPort(asked);
  const server = siteServer(folder, site);
  for (let tries = 0; tries < TRIES; tries++) {
    const port = wanted ?? DEFAULT_PORT + tries;
    const failed = await listen(server, port, address);
    if (!failed) return { url: addressOf(server, address, site), close: () => void server.close() };
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

/** By the first name that it was given, which others can use as well; on this device alone no other name leads to it. */
function addressOf(server: Server, address: string, { tls, hosts: [first] = [] }: SiteOptions): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : DEFAULT_PORT;
  const own = isIPv6(address) ? `[${address}]` : address;
  const host = first === undefined || LOOPBACKS.test(address) ? own : first;
  return new URL(`${tls === undefined ? 'http' : 'https'}://${host}:${port}/`).href;
}

/** Addresses that only this device can reach. */
const LOOPBACKS = /^127\.|^[0:]*:0*1$/;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw refuse(
    'USAGE',
    `"${text}" is not a port.`,
    'A port is a number from 0 to 65535; 0 takes a free one.',
  );
}

/** @returns the code of the error, or null when it listens */
function listen(server: Server, port: number, address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (cause: NodeJS.ErrnoException): void => resolve(cause.code ?? cause.message);
    server.once('error', failed);
    server.listen(port, address, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}
