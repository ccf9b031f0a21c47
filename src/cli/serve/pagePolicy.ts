/**
 * The Content Security Policy of the page (T3, T9; tried in browsers): no eval, one Trusted Types policy, nothing is submitted
 * anywhere. `connect-src` stays open for model servers that a reader chooses; everything else comes from here. The build writes
 * it into the page, for hosts that send no headers; the server sends it as a header.
 *
 * @param connect origins that the page may reach besides (`serve --connect`); nothing else widens the policy
 */
export function pagePolicy(connect: readonly string[] = []): string {
  return RULES.map((rule) => (rule.startsWith('connect-src ') ? [rule, ...connect].join(' ') : rule)).join(
    '; ',
  );
}

const RULES: readonly string[] = [
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
];

/** The policy as the build writes it. */
export const PAGE_POLICY = pagePolicy();

/**
 * A page that the build has written its policy into, with those origins named there as well: a browser holds it to each
 * policy that it is given, so that the header alone would widen nothing.
 *
 * @param connect canonical origins, which hold nothing that HTML reads otherwise
 */
export function widenedPage(html: string, connect: readonly string[]): string {
  // Quotes are written as `&#39;` there, whose semicolon ends no rule.
  return html.replace(/connect-src (?:&#39;|[^;"])*/, (rule) => [rule, ...connect].join(' '));
}

/** Who may frame the page: nobody. A meta element cannot say this, so it is a header alone. */
export const FRAME_POLICY = "frame-ancestors 'none'";
