import type { JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { DEFAULT_START_TO_CLOSE } from '../keys';

/** The retry policy of all activities, in milliseconds; the document says how often, or the defaults of the fields do. */
export function retryOf(activity: Fields): JsonObject | null {
  if (activity.peek('retryPolicy') === undefined) return null;
  const policy = activity.inside('retryPolicy');
  const codes = policy.texts('nonRetryableErrors');
  return {
    maxAttempts: Math.min(100, Math.max(1, Math.trunc(policy.number('maximumAttempts') ?? 3))),
    initialIntervalMs: Math.max(0, Math.round((policy.number('initialIntervalSeconds') ?? 1) * 1_000)),
    backoffCoefficient: Math.max(1, policy.number('backoffCoefficient') ?? 2),
    maxIntervalMs: Math.max(0, Math.round((policy.number('maximumIntervalSeconds') ?? 60) * 1_000)),
    ...(codes.length === 0 ? {} : { nonRetryable: codes }),
  };
}

/** How long each call may take, in seconds. */
export function secondsOf(activity: Fields): number {
  const seconds = activity.inside('defaultTimeouts').number('startToCloseSeconds');
  return seconds !== undefined && seconds > 0 ? seconds : DEFAULT_START_TO_CLOSE;
}
