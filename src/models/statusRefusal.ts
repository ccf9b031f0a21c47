import { CallError } from '#runtime';
import { quoted, type RefusalBody, readRefusalBody } from './refusalBody';
import * as refusals from './refusals';
import { retryAfterOf } from './retryAfter';

/** An answer that is no success. */
export interface Refused {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Left out where nobody reads it. */
  readonly body?: unknown;
}

/** What was asked when it came. */
export interface RefusedCall {
  /** As the server spells it; null: its list of models was asked for. */
  readonly model: string | null;
  readonly hasKey: boolean;
  /** By the server's own clock, where it tells it: milliseconds since the epoch. */
  readonly now: number;
}

/** What the statuses of HTTP mean where a service of models sends them (case F8). */
export function refusedByStatus(
  { status, headers, body }: Refused,
  { model, hasKey, now }: RefusedCall,
): CallError {
  const said = readRefusalBody(body);
  const words = quoted(said.reason);
  if (status === 401 || status === 403) return new CallError(refusals.unauthorized(status, words, hasKey));
  if (status === 402 || isOutOfCredit(said)) return new CallError(refusals.outOfCredit(status, words));
  if (status === 429 || status === 503) {
    const wait = retryAfterOf(headers, now);
    const error =
      status === 429 ? refusals.rateLimited(words, wait) : refusals.serverError(status, words, wait);
    return new CallError(error, { retryAfterMs: wait?.ms });
  }
  if (status >= 500 || MAY_PASS.has(status)) return new CallError(refusals.serverError(status, words));
  if (status === 404)
    return new CallError(model === null ? refusals.noList() : refusals.notFound(model, words));
  return new CallError(refusals.refusedRequest(status, words));
}

/** Refusals below 500 that another attempt may get past: the server took too long, was in the way of itself, or too early. */
const MAY_PASS: ReadonlySet<number> = new Set([408, 409, 425]);

/** Services say 429 for an empty account as well: waiting does not fill it. */
function isOutOfCredit({ codes, reason }: RefusalBody): boolean {
  return (
    codes.some((code) => /^(insufficient_quota|billing_\w+|credit_\w+)$/.test(code)) ||
    /insufficient[_ ](quota|funds|credits?|balance)|credit balance is too low/i.test(reason)
  );
}
