import type { ModelSpec } from '#plan';
import { CallError, type Clock, isThisDevice } from '#runtime';
import type { ModelConnection } from './connection';
import { isBlockedByPolicy, isPage } from './pagePolicy';
import { quoted, type RefusalBody, readRefusalBody } from './refusalBody';
import * as refusals from './refusals';
import { retryAfterOf } from './retryAfter';
import type { Wire } from './wire';

interface FailureContext {
  readonly spec: ModelSpec;
  readonly connection: ModelConnection;
  readonly wire: Wire;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** What an HTTP refusal carries, whichever class the library gives it. */
interface HttpRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The one distinct reason for whatever went wrong while a model was asked (case F8). */
export function modelFailure(thrown: unknown, context: FailureContext): CallError {
  const { wire, signal, connection } = context;
  if (thrown instanceof CallError) return wire.accepted ? thrown : asNotBegun(thrown);
  if (signal.aborted) return new CallError(refusals.aborted(), wire.accepted ? {} : { usage: {} });
  if (wire.refusal) return wire.accepted ? wire.refusal : asNotBegun(wire.refusal);
  const http = httpRefusalOf(thrown);
  if (http) return asNotBegun(fromStatus(http, context));
  if (isDeviceOffline() && !isThisDevice(connection.url))
    return new CallError(refusals.offline(), wire.accepted ? {} : { usage: {} });
  if (wire.answered) return new CallError(refusals.streamCut());
  const error = isBlockedByPolicy(connection.url)
    ? refusals.beyondPolicy(connection.url)
    : refusals.unreachable(connection.url);
  return new CallError(error, { usage: {} });
}

/** A model that never began to answer took nothing (K10). */
function asNotBegun({ error, failed }: CallError): CallError {
  return new CallError(error, { ...failed, usage: {} });
}

function fromStatus(
  { status, headers, body }: HttpRefusal,
  { spec, connection, wire, clock }: FailureContext,
): CallError {
  const said = readRefusalBody(body);
  const words = quoted(said.reason);
  if (status === 401 || status === 403)
    return new CallError(refusals.unauthorized(status, words, connection.key !== null));
  if (status === 402 || isOutOfCredit(said)) return new CallError(refusals.outOfCredit(status, words));
  if (status === 429 || status === 503) {
    const wait = retryAfterOf(headers, wire.serverTime ?? clock.now());
    const error =
      status === 429 ? refusals.rateLimited(words, wait) : refusals.serverError(status, words, wait);
    return new CallError(error, { retryAfterMs: wait?.ms });
  }
  if (status >= 500 || MAY_PASS.has(status)) return new CallError(refusals.serverError(status, words));
  if (status === 404) return new CallError(refusals.notFound(spec.model, words));
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

export function httpRefusalOf(thrown: unknown): HttpRefusal | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const status: unknown = Reflect.get(thrown, 'statusCode');
  // A stream that drops carries the status of its beginning, which was a success.
  if (typeof status !== 'number' || status < 400) return null;
  return { status, headers: headersOf(thrown), body: Reflect.get(thrown, 'responseBody') };
}

function headersOf(thrown: object): Readonly<Record<string, string>> {
  const headers: unknown = Reflect.get(thrown, 'responseHeaders');
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function isDeviceOffline(): boolean {
  return isPage() && !navigator.onLine;
}
