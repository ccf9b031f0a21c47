import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { leftOf } from './fields';

const READ = new Set(['name', 'timeout', 'retryOptions', 'executionMode', 'group']);

/** A definition of a CapabilityPlan (reference 2) as a CAPABILITY without its id; it sees all variables. */
export function definitionToNode(definition: JsonObject): JsonObject {
  const timeoutMs = durationMs(own(definition, 'timeout'));
  const retry = retryOf(own(definition, 'retryOptions'));
  const source = Object.fromEntries(
    Object.entries(leftOf(definition, READ)).filter(([, value]) => value !== null),
  );
  return {
    type: 'CAPABILITY',
    params: { capability: own(definition, 'name') ?? '' },
    input: '*',
    ...(timeoutMs === null ? {} : { timeoutMs }),
    ...(retry === null ? {} : { retry }),
    ...(Object.keys(source).length === 0 ? {} : { source }),
  };
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

/** `retryOptions`, whose times are durations and whose names are those of the configuration or of the class. */
function retryOf(value: Json | undefined): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const attempts = own(value, 'maximumAttempts');
  const first = durationMs(own(value, 'initialIntervalSeconds') ?? own(value, 'initialInterval'));
  const longest = durationMs(own(value, 'maximumIntervalSeconds') ?? own(value, 'maximumInterval'));
  const factor = own(value, 'backoffCoefficient');
  const codes = own(value, 'nonRetryableErrors') ?? own(value, 'doNotRetry');
  const list = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
  if (typeof attempts !== 'number') return null;
  return {
    maxAttempts: Math.min(100, attempts < 1 ? 100 : Math.round(attempts)),
    ...(first === null ? {} : { initialIntervalMs: first }),
    ...(typeof factor === 'number' && factor >= 1 ? { backoffCoefficient: factor } : {}),
    ...(longest === null ? {} : { maxIntervalMs: longest }),
    ...(list.length === 0 ? {} : { nonRetryable: list }),
  };
}
