/**
 * The Content Security Policy of the page (T3, T9; tried in browsers): no eval, one Trusted Types policy, nothing is submitted
 * anywhere. `connect-src` stays open for model servers that a reader chooses; everything else comes from here. The build writes
 * it into the page, for hosts that send no headers; the server sends it as a header.
 */
export const PAGE_POLICY = [
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
].join('; ');

/** Who may frame the page: nobody. A meta element cannot say this, so it is a header alone. */
export const FRAME_POLICY = "frame-ancestors 'none'";
