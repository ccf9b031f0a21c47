import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { cachingOf, SECURITY_HEADERS } from './headers';
import { SiteFiles } from './siteFiles';

/** Serves the built app from a folder, read only, with the headers that it needs. */
export function siteServer(folder: string): Server {
  const files = new SiteFiles(folder);
  return createServer((request, response) => {
    answer(files, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function answer(files: SiteFiles, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request.url ?? '/');
  const { host } = request.headers;
  const refuse = (status: number, text: string, more: Record<string, string> = {}): void => {
    response
      .writeHead(status, { ...SECURITY_HEADERS, ...more, 'content-type': 'text/plain; charset=utf-8' })
      .end(text);
  };
  // A name of somebody else's that was pointed at this machine (DNS rebinding) would make this server a part of their site.
  if (host === undefined || !isLoopback(host))
    return refuse(421, 'Planloom answers to localhost, 127.0.0.1 and [::1] only.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'Only GET and HEAD are served here.\n', { allow: 'GET, HEAD' });
  if (path === null) return refuse(400, 'This address cannot be read.\n');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const file =
    (await files.find(path === '/' ? '/index.html' : path, accepted)) ??
    (isPage(path) ? await files.find('/index.html', accepted) : null);
  if (!file) return refuse(404, 'There is nothing here.\n');
  const found = {
    ...SECURITY_HEADERS,
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

/** Whether a Host header names this machine, on any port: one may be forwarded to another. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host);
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

/** Addresses of the app itself have no ending: they all get its one page. */
function isPage(path: string): boolean {
  return !path.startsWith('/assets/') && !/\.[a-z0-9]+$/i.test(path);
}
