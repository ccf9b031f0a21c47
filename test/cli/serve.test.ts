import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServeOptions } from '../../src/cli/commands/serve';
import { PAGE_POLICY } from '../../src/cli/serve/pagePolicy';
import { serveApp } from '../../src/cli/serve/serveApp';
import { siteServer } from '../../src/cli/serve/siteServer';

const PAGE = '<!doctype html><title>Planloom</title>';
const SCRIPT = `export const x = ${JSON.stringify('planloom '.repeat(500))};`;

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planloom-site-'));
  const site = join(folder, 'site');
  mkdirSync(join(site, 'assets'), { recursive: true });
  writeFileSync(join(site, 'index.html'), PAGE);
  writeFileSync(join(site, 'assets', 'app-1a2b.js'), SCRIPT);
  writeFileSync(join(site, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(site, '.secret'), 'hidden');
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  symlinkSync(join(folder, 'outside.txt'), join(site, 'link.txt'));
  server = siteServer(site);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Got {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** Paths are sent as they are: `fetch` would tidy `..` away. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('H1 serve', () => {
  it('T3 the page comes with its policy: no eval, Trusted Types, no frames, no sniffing', async () => {
    const { status, headers, bytes } = await get('/');
    expect(status).toBe(200);
    expect(bytes.toString()).toBe(PAGE);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self' blob:",
      "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "img-src 'self' blob: data:",
      "require-trusted-types-for 'script'",
      'trusted-types default',
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toContain("'unsafe-eval'");
  });

  it.each(['/', '/embed/x', '/gone.png', '/assets/app-1a2b.js', '/%zz'])(
    'case B6 nothing may be framed, refusals included: %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('fault B3 T9 whoever opened the page has no hold on it, and a form has nowhere to go', async () => {
    const { headers } = await get('/');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("form-action 'none'");
  });

  it.each([
    'evil.example',
    'evil.example:4173',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
    '10.0.0.5',
  ])('fault B3 a foreign name that points at this device gets nothing of it: Host "%s"', async (host) => {
    const { status, bytes } = await get('/', { host });
    expect(status).toBe(421);
    expect(bytes.toString()).not.toContain('<title>');
  });

  it.each(['localhost:4173', 'LOCALHOST', '127.0.0.1:1', '[::1]:4173'])(
    'fault B3 this device by its own names, on any port: Host "%s"',
    async (host) => {
      expect((await get('/', { host })).status).toBe(200);
    },
  );

  it('hashed files are kept for ever, others are asked for again and answered with 304', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
    const first = await get('/icon.svg');
    expect(first.headers['content-type']).toContain('image/svg+xml');
    const again = await get('/icon.svg', { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ status: 304 });
    expect(again.bytes).toHaveLength(0);
  });

  it('compresses for who takes it, brotli before gzip', async () => {
    const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
    const plain = await get('/assets/app-1a2b.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.bytes.toString()).toBe(SCRIPT);
  });

  it('addresses of the app get its page; files that are not there get 404', async () => {
    expect((await get('/demo?plan=main')).bytes.toString()).toBe(PAGE);
    // Deeper down the page would look for its files where none are.
    expect((await get('/workspace/demo')).status).toBe(404);
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/gone.png')).status).toBe(404);
  });

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/../../outside.txt',
    '/..%5coutside.txt',
    '/link.txt',
    '/.secret',
    '/%00outside.txt',
    '//etc/passwd.txt',
  ])('never leaves its folder: %s', async (path) => {
    const { status, bytes } = await get(path);
    expect([400, 404]).toContain(status);
    expect(bytes.toString()).not.toContain('outside');
    expect(bytes.toString()).not.toContain('hidden');
  });

  it('refuses what it does not serve', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect((await get('/%zz')).status).toBe(400);
    const head = await get('/', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200 });
    expect(head.bytes).toHaveLength(0);
  });
});

const given = (options: Readonly<Record<string, readonly string[]>>) => ({
  files: [],
  text: (name: string) => options[name]?.at(-1),
  all: (name: string) => options[name] ?? [],
  has: (name: string) => name in options,
});

describe('T9 serve beyond this device', () => {
  const META = `<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY.replaceAll("'", '&#39;')}">`;
  const servedAs = async (options: Readonly<Record<string, readonly string[]>>, host?: string) => {
    const site = join(folder, 'wide');
    mkdirSync(site, { recursive: true });
    writeFileSync(join(site, 'index.html'), META);
    const { address: _address, ...how } = await readServeOptions(given(options));
    const wide = siteServer(site, how);
    await new Promise<void>((resolve) => wide.listen(0, '127.0.0.1', resolve));
    const { port } = wide.address() as AddressInfo;
    const sent = await new Promise<Got>((resolve) => {
      request({ port, host: '127.0.0.1', headers: host === undefined ? {} : { host } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      }).end();
    });
    wide.close();
    return sent;
  };
  const refusalOf = async (options: Readonly<Record<string, readonly string[]>>) =>
    (await readServeOptions(given(options)).catch((thrown) => thrown)).diagnostics?.[0];

  it('--connect widens connect-src alone, in the header and in the page', async () => {
    const { headers, bytes } = await servedAs({
      connect: ['http://192.168.1.20:11434/v1', 'http://LAB.lan.'],
    });
    const wider =
      "connect-src 'self' https: http://localhost:* http://127.0.0.1:* http://192.168.1.20:11434 http://lab.lan";
    const expected = PAGE_POLICY.replace(/connect-src [^;]*/, wider);
    expect(headers['content-security-policy']).toBe(`${expected}; frame-ancestors 'none'`);
    expect(bytes.toString()).toBe(
      META.replace('http://127.0.0.1:*', 'http://127.0.0.1:* http://192.168.1.20:11434 http://lab.lan'),
    );
  });

  it.each([
    '*',
    'http:',
    "'unsafe-inline'",
    'https://a.example; script-src *',
    'ftp://a.example',
    'https://a@b.example',
  ])('--connect takes origins, not words of a policy: %s', async (connect) => {
    const refusal = await refusalOf({ connect: [connect] });
    if (refusal === undefined) {
      const { connect: [origin] = [] } = await readServeOptions(given({ connect: [connect] }));
      expect(origin).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/);
    } else expect(refusal.code).toBe('ADDRESS_INVALID');
  });

  it.each([
    ['planloom.lan', 200],
    ['PLANLOOM.lan:4173', 200],
    ['192.168.1.5:4173', 200],
    ['localhost', 200],
    ['evil.example', 421],
    ['planloom.lan.evil.example', 421],
    ['192.168.1.6', 421],
  ])('answers to the names that were given, and to no other: Host "%s" gets %i', async (host, status) => {
    const named = { host: ['192.168.1.5'], 'allow-host': ['planloom.lan'] };
    expect((await servedAs(named, host)).status).toBe(status);
  });

  it.each([
    [{ host: ['0.0.0.0'] }, 'HOST_UNNAMED'],
    [{ host: ['0:0:0:0:0:0:0:0'] }, 'HOST_UNNAMED'],
    [{ host: ['::ffff:0.0.0.0'] }, 'HOST_UNNAMED'],
    [{ host: ['*'] }, 'HOST_UNNAMED'],
    [{ host: ['fe80::1%eth0'] }, 'USAGE'],
    [{ host: ['planloom.lan'] }, 'USAGE'],
    [{ 'allow-host': ['http://planloom.lan'] }, 'USAGE'],
    [{ 'allow-host': ['planloom.lan:80'] }, 'USAGE'],
    [{ 'allow-host': ['*'] }, 'USAGE'],
    [{ 'tls-cert': ['lan.pem'] }, 'USAGE'],
    [{ 'tls-cert': ['/none.pem'], 'tls-key': ['/none.key'] }, 'FILE_UNREADABLE'],
  ])('says what is missing or wrong: %o is %s', async (options, code) => {
    expect(await refusalOf(options)).toMatchObject({ code });
  });
});

describe('H1 serve takes a port', () => {
  const root = () => {
    mkdirSync(join(folder, 'package', 'dist', 'app'), { recursive: true });
    writeFileSync(join(folder, 'package', 'dist', 'app', 'index.html'), PAGE);
    return join(folder, 'package');
  };

  it('the first free one, unless one is asked for', async () => {
    const first = await serveApp(root());
    const second = await serveApp(root());
    expect(new Set([first.url, second.url]).size).toBe(2);
    const third = await serveApp(root(), { port: '0' });
    expect(await (await fetch(third.url)).text()).toBe(PAGE);
    for (const one of [first, second, third]) one.close();
  });

  it.each([
    [{ 'allow-host': ['planloom.lan'] }, '127.0.0.1'],
    [{ host: ['127.0.0.1'], 'allow-host': ['planloom.lan'] }, '127.0.0.1'],
    [{ host: ['0.0.0.0'], 'allow-host': ['planloom.lan'] }, 'planloom.lan'],
    [{ host: ['::1'] }, '[::1]'],
    [{ host: ['0:0:0:0:0:0:0:1'] }, '[::1]'],
  ])('and prints an address that reaches it, as browsers write it: %o on %s', async (options, host) => {
    const how = await readServeOptions(given(options));
    const served = await serveApp(root(), { ...how, port: '0' });
    served.close();
    expect(new URL(served.url).hostname).toBe(host);
    expect([...(how.hosts ?? []), '127.0.0.1', '[::1]']).toContain(host);
  });

  it.each(['[::1]', '::1', '0:0:0:0:0:0:0:1', '[0:0:0:0:0:0:0:1]'])(
    'takes a name in IPv6 as browsers send it: --allow-host %s',
    async (name) => {
      expect((await readServeOptions(given({ 'allow-host': [name] }))).hosts).toEqual(['[::1]']);
    },
  );

  it('one that is asked for and taken is refused, with what to do', async () => {
    const first = await serveApp(root(), { port: '0' });
    const { port } = new URL(first.url);
    const refusal = await serveApp(root(), { port }).catch((thrown) => thrown);
    expect(refusal.diagnostics[0]).toMatchObject({
      code: 'PORT_TAKEN',
      help: expect.stringContaining('PORT='),
    });
    first.close();
  });

  it.each(['', 'abc', '70000', '-1'])('"%s" is no port, or none at all', async (port) => {
    const served = await serveApp(root(), { port }).catch((thrown) => thrown);
    if (port === '') served.close();
    else expect(served.diagnostics[0].code).toBe('USAGE');
  });

  it('an app that is not built is said to be', async () => {
    const refusal = await serveApp(folder).catch((thrown) => thrown);
    expect(refusal.diagnostics[0]).toMatchObject({ code: 'APP_MISSING' });
  });
});
