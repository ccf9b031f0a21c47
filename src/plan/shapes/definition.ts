import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { leftOf } from './fields';

/** A definition of a CapabilityPlan as a node without its id, and what of it cannot be read. */
export interface ReadDefinition {
  readonly node: JsonObject;
  /** Fields whose value is none that they may have. */
  readonly unreadable: readonly ('timeout' | 'retryOptions')[];
}

/**
 * A definition of a CapabilityPlan (reference 2) as a CAPABILITY without its id; it sees all variables. What a node has no
 * place for stays in its `source`.
 */
export function definitionToNode(definition: JsonObject): ReadDefinition {
  const timeout = own(definition, 'timeout') ?? null;
  const timeoutMs = durationMs(timeout);
  const options = own(definition, 'retryOptions') ?? null;
  const retry = isJsonObject(options) ? retryOf(options) : null;
  const source = {
    ...withoutNulls(leftOf(definition, new Set(['name', 'timeout', 'retryOptions']))),
    ...(timeoutMs === null && timeout !== null ? { timeout } : {}),
    ...(retry === null || isEmpty(retry.left) ? {} : { retryOptions: retry.left }),
  };
  const node = {
    type: 'CAPABILITY',
    params: { capability: own(definition, 'name') ?? '' },
    input: '*',
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(retry === null ? {} : { retry: retry.retry }),
    ...(isEmpty(source) ? {} : { source }),
  };
  const unreadable: ReadDefinition['unreadable'] = [
    ...(timeoutMs === null && timeout !== null && !isNoTime(timeout) ? (['timeout'] as const) : []),
    ...(options === null || isJsonObject(options) ? [] : (['retryOptions'] as const)),
  ];
  return { node, unreadable };
}

/** Seconds as a number, or a duration of ISO 8601 of days to seconds; null where it is neither. */
export function durationMs(value: Json | undefined): number | null {
  if (typeof value === 'number') return value > 0 ? Math.max(1, Math.round(value * 1000)) : null;
  if (typeof value !== 'string') return null;
  const parts = /^PT?(?:(\d{1,5})D)?T?(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/.exec(
    value,
  );
  if (parts === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const ms = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return ms > 0 ? ms : null;
}

/** 0 and less mean none. */
function isNoTime(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?PT-?0(\.0*)?S$/.test(value));
}

const READ_OF_RETRY = new Set([
  'maximumAttempts',
  'initialIntervalSeconds',
  'initialInterval',
  'maximumIntervalSeconds',
  'maximumInterval',
  'backoffCoefficient',
  'nonRetryableErrors',
  'doNotRetry',
]);

/** `retryOptions`, whose times are durations and whose names are those of the configuration or of the class. */
function retryOf(options: JsonObject): { readonly retry: JsonObject; readonly left: JsonObject } {
  const attempts = own(options, 'maximumAttempts') ?? 3;
  const first = durationMs(own(options, 'initialIntervalSeconds') ?? own(options, 'initialInterval'));
  const longest = durationMs(own(options, 'maximumIntervalSeconds') ?? own(options, 'maximumInterval'));
  const factor = own(options, 'backoffCoefficient');
  const codes = own(options, 'nonRetryableErrors') ?? own(options, 'doNotRetry');
  const list = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
  const most = typeof attempts === 'number' ? attempts : 3;
  const retry = {
    maxAttempts: Math.min(100, most < 1 ? 100 : Math.round(most)),
    ...(first === null ? {} : { initialIntervalMs: first }),
    ...(typeof factor === 'number' && factor >= 1 ? { backoffCoefficient: factor } : {}),
    ...(longest === null ? {} : { maxIntervalMs: longest }),
    ...(list.length === 0 ? {} : { nonRetryable: list }),
  };
  return { retry, left: withoutNulls(leftOf(options, READ_OF_RETRY)) };
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}
