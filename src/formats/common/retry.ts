import { filled, type JsonObject } from '#base';
import type { Fields } from './fields';

/** What a `retryPolicy` (references 1 and 2) says besides how often, in milliseconds; fields that are absent have defaults. */
export function backoffOf(policy: Fields): JsonObject {
  return {
    initialIntervalMs: milliseconds(policy.number('initialIntervalSeconds') ?? 1),
    backoffCoefficient: Math.max(1, policy.number('backoffCoefficient') ?? 2),
    maxIntervalMs: milliseconds(policy.number('maximumIntervalSeconds') ?? 60),
    ...filled({ nonRetryable: policy.texts('nonRetryableErrors') }),
  };
}

function milliseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1_000));
}
