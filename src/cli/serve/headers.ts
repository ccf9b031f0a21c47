import { FRAME_POLICY, pagePolicy } from './pagePolicy';

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

/**
 * What every answer carries, refusals too.
 *
 * @param connect origins that the page may reach besides (T9)
 */
export function securityHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${pagePolicy(connect)}; ${FRAME_POLICY}`,
    // A window that opened the page, or that it opened, has no hold on it (case B6).
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** Files under `/assets/` carry the hash of their content in their names and never change. */
export function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}
