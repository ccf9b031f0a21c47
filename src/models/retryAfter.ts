import { LIMITS } from '#base';

/**
 * How long a server asks to wait (RFC 9110 §10.2.3): seconds, or a date, which is read against the server's own
 * clock where it tells it, since ours may be wrong (case F8). `retry-after-ms` goes first.
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds, at most `LIMITS.retryAfterMs`; undefined when nothing usable is said, or it is past
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  const wait = Number.isFinite(exact) ? exact : waitOf(headers['retry-after']?.trim(), now);
  if (wait === undefined || !(wait > 0)) return undefined;
  return Math.min(Math.ceil(wait), LIMITS.retryAfterMs);
}

function waitOf(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
}
