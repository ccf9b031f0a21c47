import {
  type Address,
  type Json,
  ok,
  PersistentMap,
  type Result,
  withAttempt,
  withBody,
  withCall,
  withIndex,
  within,
} from '#base';
import { isContainer, NODE_TYPES, type PlanNode } from '#plan';
import type { Draft } from './draft';
import type { RunError } from './fact';
import type { ActiveNode, NodeRef } from './frame';
import type { LeafCall } from './nodeBehaviour';
import { originsOfNodeInput } from './taint';
import { type ActivationState, addressesOf, NO_ORIGINS } from './work';

/** The address of a node without its attempt (K11). */
export function baseAddress(draft: Draft, ref: NodeRef): Address {
  return within(draft.frame(ref.frame).address, draft.compiled(ref).id);
}

/** What the entries of its first attempt are called: with the attempt for a leaf, without one for a container. */
export function firstAddress(draft: Draft, ref: NodeRef): Address {
  const { node } = draft.compiled(ref);
  const base = baseAddress(draft, ref);
  return opensScope(node) ? base : withAttempt(base, 1);
}

/** K2, K11: whether what a node calls lies in a scope of its own; then its own address has no attempt. */
export function opensScope(node: PlanNode): boolean {
  return NODE_TYPES[node.type].opensScope(node);
}

/** An attempt of a leaf begins: it is active, and its entry says with which input. */
export function beginLeaf(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  work: ActivationState,
  input?: Json,
): Address {
  const address = withAttempt(baseAddress(draft, ref), attempt);
  begin(draft, ref, address, attempt, work);
  tellStart(draft, ref, address, input);
  return address;
}

/**
 * An attempt of a container begins; its attempts are written from the second on (K11). Where it may be tried again it
 * writes into a layer, so that a failed attempt leaves nothing behind (R12, R20).
 */
export function beginContainer(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  work: ActivationState,
  input?: Json,
): Address {
  const base = baseAddress(draft, ref);
  const address = attempt === 1 ? base : withAttempt(base, attempt);
  const { node } = draft.compiled(ref);
  const isTried = node.retry !== undefined && isContainer(node);
  begin(draft, ref, address, attempt, work, isTried ? PersistentMap.empty<Json>() : null);
  tellStart(draft, ref, address, input);
  return address;
}

function tellStart(draft: Draft, ref: NodeRef, address: Address, input: Json | undefined): void {
  const origins =
    input !== undefined && draft.has('inputOriginsTold') ? originsOfNodeInput(draft, ref) : NO_ORIGINS;
  const from = origins.length === 0 ? {} : { from: addressesOf(origins) };
  draft.emit({ address, data: { ...from, ...(input === undefined ? {} : { input }) }, kind: 'node.started' });
}

function begin(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  attempt: number,
  work: ActivationState,
  layer: ActiveNode['layer'] = null,
): void {
  draft.setActive(ref, { node: ref.node, address, attempt, open: [], work, layer });
}

/** The address of one of a container's scopes (K11): a body of TRY_CATCH, or a round; the attempt comes last. */
export function scopeAddress(
  draft: Draft,
  ref: NodeRef,
  { body, index }: { readonly body?: 'try' | 'catch' | 'finally'; readonly index?: number },
): Address {
  const { attempt } = draft.active(ref);
  let address = baseAddress(draft, ref);
  if (body !== undefined) address = withBody(address, body);
  if (index !== undefined) address = withIndex(address, index);
  return attempt === 1 ? address : withAttempt(address, attempt);
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

type Found = Result<LeafCall, RunError>;

/** The one call of a node that is a leaf (K2), as it would leave now; null for a node that makes none, or several. */
export function leafCall(draft: Draft, ref: NodeRef, node: PlanNode): Found | null {
  return draft.behaviourOf(node).call?.(draft, ref, node) ?? null;
}

/** The call of a capability with this input. */
export function callWith(input: Result<Json | undefined, RunError>, capability: string): Found {
  return input.ok ? ok({ capability, input: input.value ?? {} }) : input;
}
