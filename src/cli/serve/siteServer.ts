import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { cachingOf, securityHeaders } from './headers';
import { widenedPage } from './pagePolicy';
import { SiteFiles } from './siteFiles';

export interface SiteOptions {
  /** Origins that the page may reach besides (T9). */
  readonly connect?: readonly string[];
  /** Names, without a port, that it answers to besides those of this device. */
  readonly hosts?: readonly string[];
  /** With it, it speaks https. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** What answers requests. */
interface Site {
  readonly files: SiteFiles;
  readonly headers: Readonly<Record<string, string>>;
  readonly hosts: ReadonlySet<string>;
}

/** Serves the built app from a folder, read only, with the headers that it needs. */
export function siteServer(folder: string, { connect = [], hosts = [], tls }: SiteOptions = {}): Server {
  const site: Site = {
    files: new SiteFiles(folder, connect.length === 0 ? undefined : (html) => widenedPage(html, connect)),
    headers: securityHeaders(connect),
    hosts: new Set(['localhost', '127.0.0.1', '[::1]', ...hosts.map((host) => host.toLowerCase())]),
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(site, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
}

async function answer(
  { files, headers, hosts }: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request.url ?? '/');
  const { host } = request.headers;
  const refuse = (status: number, text: string, more: Record<string, string> = {}): void => {
    response
      .writeHead(status, { ...headers, ...more, 'content-type': 'text/plain; charset=utf-8' })
      .end(text);
  };
  // A name of somebody else's that was pointed at this device (DNS rebinding) would make this server a part of their site.
  if (host === undefined || !hosts.has(nameOf(host)))
    return refuse(421, `Planloom answers to ${[...hosts].join(', ')} only.\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'Only GET and HEAD are served here.\n', { allow: 'GET, HEAD' });
  if (path === null) return refuse(400, 'This address cannot be read.\n');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const file =
    (await files.find(path === '/' ? '/index.html' : path, accepted)) ??
    (isPage(path) ? await files.find('/index.html', accepted) : null);
  if (!file) return refuse(404, 'There is nothing here.\n');
  const found = {
    ...headers,
    'content-type': file.type,
    'cache-control': cachingOf(path),
    etag: file.etag,
    vary: 'accept-encoding',
    ...(file.encoding === null ? {} : { 'content-encoding': file.encoding }),
  };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, found).end();
    return;
  }
  response.writeHead(200, { ...found, 'content-length': file.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

/** The name in a Host header, on any port: one may be forwarded to another. */
function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

/** The decoded path of a request, without its query; null when it is none. */
function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/');
    return path.startsWith('/') ? path : null;
  } catch {
    return null;
  }
}

/** Addresses of the app itself have no ending, and lie where its files do, which it asks for beside it: they get its one page. */
function isPage(path: string): boolean {
  return /^\/[^/.]*$/.test(path);
}
