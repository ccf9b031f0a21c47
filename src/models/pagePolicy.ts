/**
 * Whether the policy that the page carries names that address under `connect-src` (T9): the build writes it into the page, and
 * `serve --connect` widens it there. Null where there is none to read: no page, or one that is being developed.
 */
export function isNamedByPolicy(url: string): boolean | null {
  const policy = policyOfPage();
  if (policy === null || !URL.canParse(url)) return null;
  const rule = policy.split(';').find((one) => one.trim().startsWith('connect-src '));
  if (rule === undefined) return null;
  const { protocol, hostname, origin } = new URL(url);
  return rule
    .trim()
    .split(/\s+/)
    .some((source) => source === protocol || source === origin || source === `${protocol}//${hostname}:*`);
}

function policyOfPage(): string | null {
  if (typeof document === 'undefined') return null;
  const meta = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  return meta?.getAttribute('content') ?? null;
}
