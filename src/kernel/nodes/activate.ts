import { type Address, type Json, withAttempt, withCall, within } from '#base';
import { isContainer, NODE_TYPES } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Work } from '../state';

/** The address of a node without its attempt (K11). */
export function baseAddress(draft: Draft, ref: NodeRef): Address {
  return within(draft.frame(ref.frame).address, draft.compiled(ref).id);
}

/** What the entries of its first attempt are called: with the attempt for a leaf, without one for a container. */
export function firstAddress(draft: Draft, ref: NodeRef): Address {
  const { node } = draft.compiled(ref);
  const base = baseAddress(draft, ref);
  const opensScope = isContainer(node) || node.type === 'PLAN_EXECUTOR' || node.type === 'SUB_PLAN';
  return opensScope ? base : withAttempt(base, 1);
}

/** An attempt of a leaf begins: it is active, and its entry says with which input. */
export function beginLeaf(draft: Draft, ref: NodeRef, attempt: number, work: Work, input?: Json): Address {
  const address = withAttempt(baseAddress(draft, ref), attempt);
  begin(draft, ref, address, attempt, work);
  draft.emit({ address, data: input === undefined ? {} : { input }, kind: 'node.started' });
  return address;
}

/** An attempt of a container begins; its attempts are written from the second on (K11). */
export function beginContainer(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  work: Work,
  input?: Json,
): Address {
  const base = baseAddress(draft, ref);
  const address = attempt === 1 ? base : withAttempt(base, attempt);
  begin(draft, ref, address, attempt, work);
  draft.emit({ address, data: input === undefined ? {} : { input }, kind: 'node.started' });
  return address;
}

function begin(draft: Draft, ref: NodeRef, address: Address, attempt: number, work: Work): void {
  draft.setActive(ref, { node: ref.node, address, attempt, open: [], work });
}

/**
 * Starts the clock of an attempt (L2): a leaf after its call has left, so that a result of the same millisecond wins;
 * a container before its contents. Leaves of a dynamic plan inherit from their executor (L4).
 */
export function startTimeout(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const inherited = NODE_TYPES[node.type].leaf ? draft.frame(ref.frame).dynamic?.timeoutMs : null;
  const afterMs = node.timeoutMs ?? inherited ?? null;
  if (afterMs === null) return;
  const address = withCall(draft.active(ref).address, 'timeout');
  draft.issue(ref, { address, afterMs, kind: 'timer', purpose: 'timeout' });
}
