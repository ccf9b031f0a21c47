/**
 * Whether the policy of the page keeps it from an address (T9): the build writes it into the page, and `serve --connect` widens
 * it there. Where there is none to read, as in a page that is being developed, it is taken for the one that the build writes.
 */
export function isBlockedByPolicy(url: string): boolean {
  if (!isPage() || !URL.canParse(url)) return false;
  const sources = sourcesOfPage() ?? BUILT;
  const { protocol, hostname, origin } = new URL(url);
  const naming = new Set([protocol, origin, `${protocol}//${hostname}:*`]);
  if (origin === originOfPage()) naming.add("'self'");
  return !sources.some((source) => naming.has(source));
}

/** Node has a navigator too, which knows nothing of the network. */
export function isPage(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.onLine === 'boolean';
}

/** What the built page may reach. */
const BUILT = ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'];

function sourcesOfPage(): readonly string[] | null {
  if (typeof document === 'undefined') return null;
  const meta = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  const rules = meta?.getAttribute('content')?.split(';') ?? [];
  const rule = rules.map((one) => one.trim().split(/\s+/)).find(([name]) => name === 'connect-src');
  return rule?.slice(1) ?? null;
}

function originOfPage(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}
