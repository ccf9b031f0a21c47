import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cachingOf, isCompressible, securityHeaders, typeOf } from './headers';
import { widenedPage } from './pagePolicy';

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

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Level 9 of 11: a fifth of the time for some 3 % more bytes. */
const BROTLI_QUALITY = 9;
const SMALLEST_COMPRESSED = 1_000;

/** A file of the site as it is sent. */
interface SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly encoding: 'br' | 'gzip' | null;
  readonly bytes: Uint8Array;
}

/** The files of a folder, compressed once each and kept. Nothing outside the folder is ever read. */
class SiteFiles {
  readonly #folder: string;
  readonly #editPage: (html: string) => string;
  readonly #kept = new Map<string, { readonly mtimeMs: number; readonly file: Promise<SiteFile> }>();

  /** @param editPage changes the page itself as it is read */
  constructor(folder: string, editPage: (html: string) => string = (html) => html) {
    this.#folder = folder;
    this.#editPage = editPage;
  }

  /**
   * @param path of the request, decoded, beginning with `/`
   * @param accepted the request's `Accept-Encoding`
   * @returns null when there is no such file, or it lies elsewhere
   */
  async find(path: string, accepted: string): Promise<SiteFile | null> {
    const place = await this.#place(path);
    if (place === null) return null;
    const encoding = isCompressible(typeOf(place.path)) ? encodingOf(accepted) : null;
    const key = `${encoding} ${place.path}`;
    const kept = this.#kept.get(key);
    if (kept?.mtimeMs === place.mtimeMs) return kept.file;
    const isPage = place.path.endsWith(`${sep}index.html`);
    const file = load(place.path, encoding, isPage ? this.#editPage : null);
    this.#kept.set(key, { mtimeMs: place.mtimeMs, file });
    return file;
  }

  async #place(path: string): Promise<{ path: string; mtimeMs: number } | null> {
    const hidden = path.split('/').some((segment) => segment.startsWith('.'));
    if (hidden || path.includes('\0') || path.includes('\\')) return null;
    try {
      const folder = await realpath(this.#folder);
      // Resolved links too: what counts is where the file really lies.
      const real = await realpath(join(folder, path));
      const found = await stat(real);
      return real.startsWith(folder + sep) && found.isFile() ? { path: real, mtimeMs: found.mtimeMs } : null;
    } catch {
      return null;
    }
  }
}

function encodingOf(accepted: string): SiteFile['encoding'] {
  const names = accepted.split(',').map((part) => part.trim());
  const takes = (name: string): boolean =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}

async function load(
  path: string,
  wanted: SiteFile['encoding'],
  edit: ((html: string) => string) | null,
): Promise<SiteFile> {
  const read = await readFile(path);
  const plain = edit === null ? read : Buffer.from(edit(read.toString('utf8')));
  const encoding = plain.length < SMALLEST_COMPRESSED ? null : wanted;
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    type: typeOf(path),
    etag: `"${digest}${encoding === null ? '' : `-${encoding}`}"`,
    encoding,
    bytes: await compressed(plain, encoding),
  };
}

async function compressed(plain: Buffer, encoding: SiteFile['encoding']): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipped(plain, { level: 9 });
  if (encoding === 'br')
    return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return plain;
}
