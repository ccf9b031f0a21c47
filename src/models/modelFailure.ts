import type { RunError } from '#kernel';
import type { ModelSpec } from '#plan';
import { CallError, type Clock, isThisDevice } from '#runtime';
import type { ModelConnection } from './connection';
import type { ConnectionKind } from './connectionKind';
import { lettingInAt } from './knownServer';
import * as refusals from './refusals';
import type { Refused } from './statusRefusal';
import type { Wire } from './wire';

interface FailureContext {
  readonly kind: ConnectionKind;
  readonly spec: ModelSpec;
  readonly connection: ModelConnection;
  readonly wire: Wire;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The one distinct reason for whatever went wrong while a model was asked (case F8). */
export function modelFailure(thrown: unknown, context: FailureContext): CallError {
  const { wire, signal, spec, connection, kind, clock } = context;
  if (thrown instanceof CallError) return wire.accepted ? thrown : asNotBegun(thrown);
  if (signal.aborted) return new CallError(refusals.aborted(), wire.accepted ? {} : { usage: {} });
  if (wire.refusal) return wire.accepted ? wire.refusal : asNotBegun(wire.refusal);
  const http = httpRefusalOf(thrown);
  if (http) {
    const now = wire.serverTime ?? clock.now();
    return asNotBegun(kind.refused(http, { model: spec.model, hasKey: connection.key !== null, now }));
  }
  if (isDeviceOffline() && !isThisDevice(connection.url))
    return new CallError(refusals.offline(), wire.accepted ? {} : { usage: {} });
  if (wire.answered) return new CallError(refusals.streamCut());
  return new CallError(unreached(connection, kind), { usage: {} });
}

/** A model that never began to answer took nothing (K10). */
function asNotBegun({ error, failed }: CallError): CallError {
  return new CallError(error, { ...failed, usage: {} });
}

/** A page cannot tell why nothing came: its policy, where that can be read, is told first. */
function unreached({ url }: ModelConnection, { servers }: ConnectionKind): RunError {
  return isBlockedByPolicy(url)
    ? refusals.beyondPolicy(url)
    : refusals.unreachable(url, lettingInAt(servers, url));
}

/** What an HTTP refusal carries, whichever class the library gives it. */
export function httpRefusalOf(thrown: unknown): Refused | null {
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

/**
 * Whether the policy of the page keeps it from an address (T9): the build writes it into the page, and `serve --connect` widens
 * it there. Where there is none to read, as in a page that is being developed, it is taken for the one that the build writes.
 */
function isBlockedByPolicy(url: string): boolean {
  if (!isPage() || !URL.canParse(url)) return false;
  const sources = sourcesOfPage() ?? BUILT;
  const { protocol, hostname, origin } = new URL(url);
  const naming = new Set([protocol, origin, `${protocol}//${hostname}:*`]);
  if (origin === originOfPage()) naming.add("'self'");
  return !sources.some((source) => naming.has(source));
}

/** Node has a navigator too, which knows nothing of the network. */
function isPage(): boolean {
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
