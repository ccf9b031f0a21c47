import type { ModelSpec } from '#plan';
import { CallError, type Clock } from '#runtime';
import type { ModelConnection } from './connection';
import * as refusals from './refusals';
import { retryAfterOf } from './retryAfter';
import type { Wire } from './wire';

export interface FailureContext {
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
  readonly said: string;
}

const LONGEST_QUOTE = 300;

/** The one distinct reason for whatever went wrong while a model was asked (case F8). */
export function modelFailure(thrown: unknown, context: FailureContext): CallError {
  const { wire, signal } = context;
  if (thrown instanceof CallError) return thrown;
  if (signal.aborted) return new CallError(refusals.aborted());
  if (wire.refusal) return wire.refusal;
  const http = httpRefusalOf(thrown);
  if (http) return fromStatus(http, context);
  if (wire.answered) return new CallError(refusals.streamCut());
  if (typeof navigator !== 'undefined' && navigator.onLine === false)
    return new CallError(refusals.offline());
  return new CallError(refusals.unreachable(context.connection.url));
}

function fromStatus({ status, headers, said }: HttpRefusal, { wire, clock }: FailureContext): CallError {
  if (status === 401 || status === 403) return new CallError(refusals.unauthorized(status, said));
  if (status === 429 || status === 503) {
    const wait = retryAfterOf(headers, wire.serverTime ?? clock.now());
    const error = status === 429 ? refusals.rateLimited(said, wait) : refusals.serverError(status, said);
    return new CallError(error, wait);
  }
  if (status >= 500) return new CallError(refusals.serverError(status, said));
  return new CallError(refusals.refusedRequest(status, said));
}

function httpRefusalOf(thrown: unknown): HttpRefusal | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const status: unknown = Reflect.get(thrown, 'statusCode');
  // A stream that drops carries the status of its beginning, which was a success.
  if (typeof status !== 'number' || status < 400) return null;
  return { status, headers: headersOf(thrown), said: quoted(Reflect.get(thrown, 'responseBody')) };
}

function headersOf(thrown: object): Readonly<Record<string, string>> {
  const headers: unknown = Reflect.get(thrown, 'responseHeaders');
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** The server's own words, as far as they are text: `: "You exceeded your quota"`. */
export function quoted(body: unknown): string {
  const message = messageIn(typeof body === 'string' ? parsed(body) : body);
  return message === '' ? '' : `: "${message.slice(0, LONGEST_QUOTE)}"`;
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  const inner: unknown = Reflect.get(value, 'error') ?? Reflect.get(value, 'message');
  return messageIn(inner);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An HTML error page says nothing that a person wants to read in one line.
    return text.trimStart().startsWith('<') ? '' : text;
  }
}
