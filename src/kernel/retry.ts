import { type Address, hashText, seededRandom, withCall } from '#base';
import { NODE_TYPES, type PlanNode, type Retry } from '#plan';
import type { Draft } from './draft';
import type { RunError } from './fact';
import type { NodeRef } from './nodeRef';
import { gateAllows } from './run/gate';
import { cancelInside } from './scopes/cancelScope';

/** Codes that no other attempt can mend: the plan, its input or the caller's rights would have to change. */
const FINAL: ReadonlySet<string> = new Set([
  'EXPRESSION_ERROR',
  'INPUT_INVALID',
  'CAPABILITY_UNKNOWN',
  'CAPABILITY_NOT_ALLOWED',
  'MODEL_UNKNOWN',
  'MODEL_UNAUTHORIZED',
  'CONNECTION_MISSING',
  'CANNOT_PLAN',
  'REJECTED',
]);

/** Whether another attempt of anything can come to something else. */
export function isFinalCode(code: string): boolean {
  return FINAL.has(code);
}

/** V1: an input that a plan refuses fails an attempt of what runs it, and the next resolves it anew (L2). */
function isFinal(code: string, { type }: PlanNode): boolean {
  return isFinalCode(code) && !(NODE_TYPES[type].resolvesAnew && code === 'INPUT_INVALID');
}

/** Whether a policy lets another attempt follow after so many, the last with this error (L2). */
export function allowsAnother(retry: Retry, made: number, error: RunError, node: PlanNode): boolean {
  if (made >= retry.maxAttempts || error.retryable === false || isFinal(error.code, node)) return false;
  return !retry.nonRetryable?.includes(error.code);
}

/**
 * Plans the next attempt of a node whose attempt failed (L2): what the attempt still had open is withdrawn, and a
 * timer says when. False when there is none: no `retry`, all attempts used up, or a code that fails at once.
 */
export function planRetry(draft: Draft, ref: NodeRef, error: RunError, retryAfterMs: number): boolean {
  const retry = retryOf(draft, ref);
  const active = draft.active(ref);
  if (retry === null || !allowsAnother(retry, active.attempt, error, draft.compiled(ref).node)) return false;
  cancelInside(draft, ref);
  const ownMs = waitBefore(draft, retry, active.attempt, active.address);
  const afterMs = Math.max(ownMs, retryAfterMs);
  draft.emit({ address: active.address, data: { afterMs, error }, kind: 'node.retrying' });
  for (const address of draft.active(ref).open) draft.withdraw(address);
  draft.setActive(ref, { ...draft.active(ref), open: [], work: { kind: 'retrying' } });
  const isAsked = sayServerWaits(draft, ref, error, { ownMs, retryAfterMs });
  startRetryTimer(draft, ref, withCall(active.address, 'retry'), afterMs, isAsked);
  return true;
}

/**
 * D6: a node that waits because a server asked for it reads waiting.
 *
 * @returns whether it does: the server asked for more than would be waited anyway
 */
export function sayServerWaits(
  draft: Draft,
  ref: NodeRef,
  { message }: Pick<RunError, 'message'>,
  { ownMs, retryAfterMs }: { readonly ownMs: number; readonly retryAfterMs: number },
): boolean {
  if (retryAfterMs <= ownMs || !draft.has('waitsForServer')) return false;
  const { address } = draft.active(ref);
  draft.emit({ address, data: { for: 'server', message, afterMs: retryAfterMs }, kind: 'node.waiting' });
  return true;
}

/** A back-off counts from the failure, also while the run is paused; what it starts waits for the resume (R19). */
export function startRetryTimer(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  afterMs: number,
  isAsked = false,
): void {
  const asked = isAsked ? { for: 'server' as const } : {};
  if (!draft.has('timersDuringPause') && !gateAllows(draft, ref)) {
    draft.held = [...draft.held, { ...ref, what: { kind: 'timer', address, afterMs, ...asked } }];
    return;
  }
  draft.issue(ref, { address, afterMs, kind: 'timer', purpose: 'retry', ...asked });
}

/** The node's own policy, or for a plan's own leaf steps that of their executor (L4, L9). */
function retryOf(draft: Draft, ref: NodeRef): Retry | null {
  const { node } = draft.compiled(ref);
  const { handsDown, leaf } = NODE_TYPES[node.type];
  if (handsDown) return null;
  if (node.retry) return node.retry;
  return leaf ? (draft.frame(ref.frame).dynamic?.retry ?? null) : null;
}

/**
 * min(initial × coefficient^(n−1), max), by default 1000, 2 and no cap, moved by the jitter of the run's seed, which is 0
 * in a simulation.
 *
 * @param made how many attempts there have been
 * @param address of the last of them: no two waits of a run are moved alike
 */
export function waitBefore(draft: Draft, retry: Retry, made: number, address: Address): number {
  const growth = (retry.backoffCoefficient ?? 2) ** (made - 1);
  const wait = Math.min((retry.initialIntervalMs ?? 1000) * growth, retry.maxIntervalMs ?? Infinity);
  const jitter = retry.jitter ?? 0;
  if (jitter === 0 || draft.start.simulated) return Math.round(wait);
  const seed = draft.start.seed ^ Number.parseInt(hashText(address).slice(0, 8), 16);
  return Math.round(wait * (1 + jitter * (2 * seededRandom(seed).next() - 1)));
}
