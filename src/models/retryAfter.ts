import { LIMITS } from '#base';

/** What a server asks to wait, in milliseconds: `ms` is what is waited, at most `LIMITS.retryAfterMs`. */
export interface RequestedWait {
  readonly ms: number;
  readonly requestedMs: number;
}

/**
 * How long a server asks to wait (RFC 9110 §10.2.3): seconds, or a date, which is read against the server's own
 * clock where it tells it, since ours may be wrong (case F8). `retry-after-ms` goes first.
 *
 * @param now milliseconds since the epoch
 * @returns undefined when nothing usable is said, or it is past
 */
export function retryAfterOf(
  headers: Readonly<Record<string, string>>,
  now: number,
): RequestedWait | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  const wait = Number.isFinite(exact) ? exact : waitOf(headers['retry-after']?.trim(), now);
  if (wait === undefined || !(wait > 0)) return undefined;
  const requestedMs = Math.ceil(wait);
  return { ms: Math.min(requestedMs, LIMITS.retryAfterMs), requestedMs };
}

function waitOf(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
}
