/**
 * The headers of the app (LIBRARIES, tried in browsers): no eval, one Trusted Types policy, no frames. `connect-src`
 * stays open for model servers that a reader chooses; everything else comes from here.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "img-src 'self' blob: data:",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

/** The type of a file by its ending; bytes where it has none that is known. */
export function typeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return TYPES[ending] ?? 'application/octet-stream';
}

/** Whether compressing a type is worth it. */
export function isCompressible(type: string): boolean {
  return /^(text|application\/(json|manifest|wasm))|svg/.test(type);
}

/** What every answer carries, refusals too. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Files under `/assets/` carry the hash of their content in their names and never change. */
export function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
