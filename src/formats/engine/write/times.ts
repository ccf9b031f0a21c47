import { canonicalJson, type Json, type JsonObject } from '#base';
import type { PlanNode, Retry } from '#plan';
import { engineOf } from './left';

/** What nodes inherit at their place, in milliseconds. */
export interface InheritedTimes {
  readonly timeoutMs: number | undefined;
  readonly retry: JsonObject | undefined;
}

/** Timeout and retry of a node in their words, without what the node has taken over from around it. */
export function timesToTheirs(node: PlanNode, inherited: InheritedTimes): JsonObject {
  const { inherits } = engineOf(node);
  const taken = Array.isArray(inherits) ? (inherits as readonly Json[]) : [];
  const sameTimeout = taken.includes('timeoutSeconds') && node.timeoutMs === inherited.timeoutMs;
  const sameRetry = taken.includes('retryPolicy') && sameJson(node.retry, inherited.retry);
  return {
    ...(node.timeoutMs === undefined || sameTimeout ? {} : { timeoutSeconds: node.timeoutMs / 1000 }),
    ...(node.retry === undefined || sameRetry ? {} : { retryPolicy: retryToTheirs(node.retry) }),
  };
}

export function retryToTheirs(retry: Retry): JsonObject {
  const { maxAttempts, initialIntervalMs, backoffCoefficient, maxIntervalMs, nonRetryable = [] } = retry;
  return {
    maximumAttempts: maxAttempts,
    initialIntervalSeconds: (initialIntervalMs ?? 1000) / 1000,
    backoffCoefficient: backoffCoefficient ?? 2,
    ...(maxIntervalMs === undefined ? {} : { maximumIntervalSeconds: maxIntervalMs / 1000 }),
    nonRetryableErrors: [...nonRetryable],
  };
}

function sameJson(one: object | undefined, other: JsonObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one as JsonObject) === canonicalJson(other);
}
