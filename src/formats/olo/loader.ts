import { type Json, type JsonObject, own } from '#base';
import { backoffOf, type Fields } from '../common/fields';

/**
 * The keys that their loader knows, object by object (reference 6, 1.1): it refuses every other, so nothing else is ever
 * written. What an imported document had besides is kept under `source`, and named when it is left out again.
 */
export const KEYS = {
  root: ['version', 'executionDefaults', 'pluginRestrictions', 'featureRestrictions', 'pipelines'],
  defaults: ['engine', 'temporal', 'activity'],
  activity: ['payload', 'defaultTimeouts', 'retryPolicy'],
  pipeline: [
    'name',
    'workflowId',
    'inputContract',
    'variableRegistry',
    'scope',
    'executionTree',
    'outputContract',
    'resultMapping',
    'executionType',
    'resolvedNodeTimeouts',
  ],
  node: [
    'id',
    'displayName',
    'type',
    'nodeType',
    'pluginRef',
    'inputMappings',
    'outputMappings',
    'params',
    'features',
    'preExecution',
    'postExecution',
    'postSuccessExecution',
    'postErrorExecution',
    'finallyExecution',
    'featureRequired',
    'featureNotRequired',
    'scheduleToStartSeconds',
    'startToCloseSeconds',
    'scheduleToCloseSeconds',
    'executionMode',
    'children',
  ],
} as const;

/** Timeouts where the document names none (seconds). */
export const DEFAULT_START_TO_CLOSE = 3_000;

/** Most steps of one plan, and planners inside each other, that their engine expands. */
export const PLAN_LIMITS = { maxSteps: 100, maxDepth: 5 } as const;

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
  return own(DEFAULTS, key);
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

/** Why a key is kept: theirs without a counterpart here, or none that their loader knows. */
export function reasonFor(keys: readonly string[], key: string, of = ''): string {
  return keys.includes(key)
    ? `"${key}"${of} has no counterpart.`
    : `"${key}"${of} is not a key that their loader knows.`;
}

/** The retry policy of all activities, in milliseconds; the document says how often, or the defaults of the fields do. */
export function retryOf(activity: Fields): JsonObject | null {
  if (activity.peek('retryPolicy') === undefined) return null;
  const policy = activity.inside('retryPolicy');
  const attempts = Math.trunc(policy.number('maximumAttempts') ?? 3);
  return { maxAttempts: Math.min(100, Math.max(1, attempts)), ...backoffOf(policy) };
}

/** How long each call may take, in seconds. */
export function secondsOf(activity: Fields): number {
  return timeIn(activity.inside('defaultTimeouts').number('startToCloseSeconds')) ?? DEFAULT_START_TO_CLOSE;
}

/** Seconds that say something: 0 and less mean none. */
export function timeIn(seconds: Json | undefined): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
}
