import { type Diagnostic, err, ok, problem, type Result } from '#base';

/**
 * The one form in which origins are compared (case A3): scheme, host in lower case and in punycode, port where it
 * is not the scheme's own, no trailing dot. An address with a user name or password in it is refused, because
 * `https://api.example.com@evil.example` only looks like the first.
 *
 * @returns the origin, or one diagnostic `ADDRESS_INVALID`
 * @example canonicalOrigin('HTTPS://API.Example.com.:443/v1') // 'https://api.example.com'
 */
export function canonicalOrigin(address: string): Result<string, Diagnostic> {
  const url = parseUrl(address);
  if (!url) return err(refusal(address, 'is not an address'));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return err(refusal(address, `begins with "${url.protocol}", not with http: or https:`));
  if (url.username !== '' || url.password !== '')
    return err(refusal(address, 'has a user name or password before the host'));
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (host === '' || host.endsWith('.')) return err(refusal(address, 'names no host'));
  return ok(`${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`);
}

/** The host of an address in that form, without scheme and port; null where it has none. */
export function hostNameOf(address: string): string | null {
  const origin = canonicalOrigin(address);
  return origin.ok ? new URL(origin.value).hostname : null;
}

/** Whether two addresses have one and the same canonical origin. */
export function isSameOrigin(one: string, other: string): boolean {
  const first = canonicalOrigin(one);
  const second = canonicalOrigin(other);
  return first.ok && second.ok && first.value === second.value;
}

/** Whether an address is that of the device itself, whoever reads it: it is reached without a network, and elsewhere it is another. */
export function isThisDevice(address: string): boolean {
  const hostname = parseUrl(address)?.hostname ?? '';
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function parseUrl(address: string): URL | null {
  // `//host` and `/path` would be read against the page's own address in other places: only whole ones count.
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(address.trim())) return null;
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

function refusal(address: string, reason: string): Diagnostic {
  return problem(
    'ADDRESS_INVALID',
    `"${address.slice(0, 200)}" ${reason}.`,
    'Write the whole address, for example https://api.example.com/v1.',
  );
}
