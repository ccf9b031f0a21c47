import {
  canonicalJson,
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  warning,
} from '#base';
import type { PlanNode, Retry } from '#plan';
import { theirsOf } from '../common/fields';
import { OURS } from './words';

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

/** What a plan says and the format has no word for: everything is named once (S3). */
export class LeftOut {
  readonly all: Diagnostic[] = [];
  readonly #plan: string;

  constructor(plan: string) {
    this.#plan = plan;
  }

  add(node: string | null, field: string, message: string): void {
    const where = { plan: this.#plan, ...(node === null ? {} : { node }), field };
    this.all.push(
      warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', where),
    );
  }

  /** Fields of a node that are set, and have no counterpart. */
  fields(node: PlanNode, known: readonly (keyof PlanNode)[]): void {
    for (const field of FIELDS) {
      const value = node[field];
      if (value === undefined || known.includes(field)) continue;
      if (field === 'onError' && value === 'fail') continue;
      this.add(node.id, `/${field}`, `An engine configuration has no word for "${field}" of "${node.id}".`);
    }
  }

  params(node: PlanNode, names: readonly string[]): void {
    const params = (node.params ?? {}) as JsonObject;
    for (const name of names)
      if (own(params, name) !== undefined)
        this.add(
          node.id,
          `/params/${name}`,
          `An engine configuration has no word for "${name}" of "${node.id}".`,
        );
  }
}

const FIELDS = [
  'input',
  'output',
  'timeoutMs',
  'retry',
  'onError',
  'features',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
] as const satisfies readonly (keyof PlanNode)[];

/** What an import kept of theirs with a node, a plan or a workspace. */
export function engineOf(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  const kept = thing.source === undefined ? undefined : own(thing.source, 'engine');
  return isJsonObject(kept) ? kept : {};
}

/** The same without what only this house wrote there. */
export function theirs(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return theirsOf(engineOf(thing), OURS);
}

/** What nodes inherit at their place, in milliseconds. */
interface InheritedTimes {
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

function retryToTheirs(retry: Retry): JsonObject {
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
