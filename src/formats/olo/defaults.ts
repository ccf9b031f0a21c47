import type { Json, JsonObject } from '#base';
import type { Fields } from '../common/fields';
import { below } from '../common/report';
import { DEFAULT_START_TO_CLOSE } from './keys';
import type { Reading, Shell } from './reading';

/** What their engine takes where a parameter is absent. */
const DEFAULTS: Readonly<Record<string, Json>> = {
  planInputVariable: '__planner_result',
  resultVariable: '__planner_result',
  parser: 'default',
  treeBuilder: 'default',
  userQueryVariable: 'userQuery',
  outputVariable: '__planner_prompt',
  templateKey: 'default',
  maxAttempts: 3,
  initialIntervalMs: 0,
  backoffCoefficient: 2,
};

/** The default of a parameter of theirs. */
export function defaultOf(key: string): Json | undefined {
  return Object.hasOwn(DEFAULTS, key) ? DEFAULTS[key] : undefined;
}

/**
 * Takes a parameter that has a default. One that is written out and says what the default says is left over, so that it is
 * written out again.
 */
export function wordOr(params: Fields, key: string): string | undefined {
  const value = params.peek(key);
  return typeof value === 'string' && value === defaultOf(key) ? value : params.word(key);
}

/** The same for numbers. */
export function numberOr(params: Fields, key: string): number | undefined {
  const value = params.peek(key);
  return typeof value === 'number' && value === defaultOf(key) ? value : params.number(key);
}

/** Names parameters that nothing here stands for; a default that is only written out is not one of them. */
export function nameParams({ report, plan }: Reading, { id, path, type }: Shell, left: JsonObject): void {
  for (const [key, value] of Object.entries(left)) {
    if (value === defaultOf(key) || key === 'treeBuilder') continue;
    const reason = `The parameter "${key}" of the ${type} "${id}" has no counterpart.`;
    report.kept(below(path, 'params', key), `${plan}/${id}: source.olo.params.${key}`, reason);
  }
}

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
