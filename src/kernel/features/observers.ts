import { type Json, withCall } from '#base';
import type { FeaturePhase, PlanNode } from '#plan';
import type { Command } from '../command';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { baseAddress } from '../nodes/activate';
import { resolveInput } from '../values';
import { callOf, featuresOf, shownTo } from './featuresOf';

/** A node begins: observers of `pre` are told its input (L4). */
export function observeStart(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  tell(draft, ref, node, 'pre', { input: input.ok ? (input.value ?? null) : null });
}

/** A node has succeeded: observers of `postSuccess` and `finally` are told its result. */
export function observeSuccess(draft: Draft, ref: NodeRef, node: PlanNode, result: Json): void {
  // An inline PLANNER goes on with its executing half (L1), which tells how it ended.
  if (node.features === undefined || isFirstHalf(node)) return;
  tell(draft, ref, node, 'postSuccess', { result });
  tell(draft, ref, node, 'finally', { result });
}

/** A node has failed, handled or not: observers of `postError` and `finally` are told its error. */
export function observeFailure(
  draft: Draft,
  ref: NodeRef,
  node: PlanNode,
  { code, message }: RunError,
): void {
  if (node.features === undefined) return;
  tell(draft, ref, node, 'postError', { error: { code, message } });
  if (!isFirstHalf(node) || node.onError !== 'continue')
    tell(draft, ref, node, 'finally', { error: { code, message } });
}

function isFirstHalf(node: PlanNode): boolean {
  return node.type === 'PLANNER' && node.params?.execute === 'inline';
}

/**
 * Tells the observers of a phase, each by a command of its own at `<node>!observe-n`, where n is its place among the
 * observers of the node. Nobody answers: what becomes of it changes nothing (L4).
 */
function tell(
  draft: Draft,
  ref: NodeRef,
  node: PlanNode,
  phase: FeaturePhase,
  values: { readonly [name: string]: Json },
): void {
  // What a fork serves itself from the record has been told already (K8).
  if (draft.forking) return;
  const frame = draft.frame(ref.frame);
  for (const [index, observer] of featuresOf(draft, node, 'observer').entries()) {
    if (observer.phase !== phase) continue;
    const call = callOf(draft, frame, observer, shownTo(node, phase, values));
    if (!call.ok) continue;
    const address = withCall(baseAddress(draft, ref), `observe-${index + 1}`);
    const { capability, input } = call.value;
    const command: Command = { address, capability, input, kind: 'observe' };
    draft.calls++;
    draft.emit({ address, data: { command }, kind: 'command' });
    draft.issued.push(command);
  }
}
