import type { JsonObject } from '#base';
import type { Fields } from '../common/fields';
import { below } from '../common/report';
import type { Around } from './around';

/** The most attempts that a node may have here. */
const MOST_ATTEMPTS = 100;

/** What of a node's times and attempts was said by something around it: an export leaves that out again. */
type Inherits = readonly ('timeoutSeconds' | 'retryPolicy')[];

/** Timeout and retry of a plugin: its own, else what it inherits. */
export function timesOf(
  fields: Fields,
  around: Around,
): { readonly node: JsonObject; readonly inherits: Inherits } {
  const timeout = seconds(fields, 'timeoutSeconds', around);
  const retry = retryOf(fields, around);
  const timeoutMs = timeout ?? milliseconds(around.timeoutSeconds);
  const policy = retry ?? around.retry;
  return {
    node: {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(policy === undefined ? {} : { retry: policy }),
    },
    inherits: [
      ...(timeout === undefined && timeoutMs !== undefined ? (['timeoutSeconds'] as const) : []),
      ...(retry === undefined && policy !== undefined ? (['retryPolicy'] as const) : []),
    ],
  };
}

/** Seconds there, milliseconds here; 0 and less mean none there. */
export function seconds(fields: Fields, key: string, { report }: Pick<Around, 'report'>): number | undefined {
  const value = fields.number(key);
  if (value === undefined) return undefined;
  if (value <= 0) {
    report.warn(
      'TIMEOUT_IGNORED',
      `${value} seconds is not a timeout: the node takes what it inherits.`,
      'Give a number above 0.',
      below(fields.path, key),
    );
    return undefined;
  }
  return milliseconds(value);
}

export function milliseconds(secondsOfTheirs: number | undefined): number | undefined {
  return secondsOfTheirs === undefined ? undefined : Math.max(1, Math.round(secondsOfTheirs * 1000));
}

/** A `retryPolicy` as our `retry`; undefined where there is none. */
export function retryOf(fields: Fields, { report }: Pick<Around, 'report'>): JsonObject | undefined {
  if (fields.peek('retryPolicy') === undefined) return undefined;
  const policy = fields.inside('retryPolicy');
  const attempts = policy.number('maximumAttempts') ?? 3;
  const most = attempts < 1 || attempts > MOST_ATTEMPTS ? MOST_ATTEMPTS : Math.round(attempts);
  if (most !== attempts)
    report.warn(
      'ATTEMPTS_LIMITED',
      `${attempts} attempts are read as ${most}: without end there, at most ${MOST_ATTEMPTS} here.`,
      'Give a number from 1 to 100.',
      below(policy.path, 'maximumAttempts'),
    );
  const initial = policy.number('initialIntervalSeconds') ?? 1;
  const longest = policy.number('maximumIntervalSeconds') ?? 60;
  const factor = policy.number('backoffCoefficient') ?? 2;
  const codes = policy.texts('nonRetryableErrors');
  for (const key of Object.keys(policy.leftovers())) {
    report.warn(
      'RETRY_UNKNOWN',
      `"${key}" says nothing about attempts here, and is left out.`,
      'Check whether it is spelt as the format has it.',
      below(policy.path, key),
    );
  }
  return {
    maxAttempts: most,
    initialIntervalMs: Math.max(0, Math.round(initial * 1000)),
    backoffCoefficient: Math.max(1, factor),
    maxIntervalMs: Math.max(0, Math.round(longest * 1000)),
    ...(codes.length === 0 ? {} : { nonRetryable: [...codes] }),
  };
}
