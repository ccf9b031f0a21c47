import { canonicalJson, type JsonObject, present } from '#base';
import type { PlanNode, Retry } from '#plan';
import { keptUnder, theirsOf } from '../common/kept';
import type { LeftOut } from '../common/leftOut';
import { listAt } from '../common/members';
import { OURS } from './words';

/** What nodes inherit at their place, in milliseconds. */
interface InheritedTimes {
  readonly timeoutMs: number | undefined;
  readonly retry: JsonObject | undefined;
}

/** What is known around a node while it is written. */
export interface Writing extends InheritedTimes {
  readonly left: LeftOut;
  readonly completion: string;
  readonly merge: string;
  /** What a name of a merge of theirs is here. */
  readonly mergeOf: (name: string) => string;
  /** Writes a node as a plugin or a group; null where the format has no word for it (and it was named). */
  readonly node: (node: PlanNode, writing: Writing) => JsonObject | string | null;
}

/** Nodes as children, those without a word left out. */
export function childrenOf(nodes: readonly PlanNode[], writing: Writing): (JsonObject | string)[] {
  return nodes.map((node) => writing.node(node, writing)).filter((node) => node !== null);
}

/** Fields of a call that are set, and have no counterpart; that it is given all variables is usual there. */
export function nameCall(node: PlanNode, left: LeftOut): void {
  left.fields(node, node.input === '*' ? ['input', 'timeoutMs', 'retry'] : ['timeoutMs', 'retry']);
}

/** What an import kept of theirs with a node, a plan or a workspace. */
export function engineOf(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return keptUnder('engine', thing);
}

/** The same without what only this house wrote there. */
export function theirs(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return theirsOf(engineOf(thing), OURS);
}

/** Timeout and retry of a node in their words, without what the node has taken over from around it. */
export function timesToTheirs(node: PlanNode, inherited: InheritedTimes): JsonObject {
  const taken = listAt(engineOf(node), 'inherits');
  const sameTimeout = taken.includes('timeoutSeconds') && node.timeoutMs === inherited.timeoutMs;
  const sameRetry = taken.includes('retryPolicy') && sameJson(node.retry, inherited.retry);
  return {
    ...present({ timeoutSeconds: sameTimeout ? undefined : inSeconds(node.timeoutMs) }),
    ...(node.retry === undefined || sameRetry
      ? {}
      : { retryPolicy: retryToTheirs({ initialIntervalMs: 1000, backoffCoefficient: 2, ...node.retry }) }),
  };
}

/** Only what is said: what is left out has a default there too. */
export function retryToTheirs(retry: Retry): JsonObject {
  const { maxAttempts, initialIntervalMs, backoffCoefficient, maxIntervalMs, nonRetryable = [] } = retry;
  return present({
    maximumAttempts: maxAttempts,
    initialIntervalSeconds: inSeconds(initialIntervalMs),
    backoffCoefficient,
    maximumIntervalSeconds: inSeconds(maxIntervalMs),
    nonRetryableErrors: [...nonRetryable],
  });
}

export function inSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

function sameJson(one: object | undefined, other: JsonObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one as JsonObject) === canonicalJson(other);
}
