import { ok } from '#base';
import type { PlanNode } from '#plan';
import { baseAddress, beginContainer, beginLeaf, opensScope, startTimeout } from '../activation';
import { failNode, succeedNode } from '../completion';
import type { Draft } from '../draft';
import { PLAN_GUARDS_FRAME } from '../features';
import type { NodeRef } from '../frame';
import { transferMutexes } from '../mutex';
import { leaveToBackground, openBackground } from '../scopes/background';
import { resolveInput } from '../values';

/** Starts an attempt of a node, as its type does. */
export function startNode(draft: Draft, ref: NodeRef, attempt: number): void {
  const { node } = draft.compiled(ref);
  if (node.disabled === 'pass') passThrough(draft, ref, node);
  else if (node.background === true && draft.frame(ref.frame).background === null) {
    runInBackground(draft, ref, node);
  } else {
    const behaviour = draft.behaviourOf(node);
    if (isOneLeaf(draft, ref, node) && startScripted(draft, ref, node, attempt)) return;
    behaviour.start(draft, ref, node, attempt);
  }
}

/** Whether a node that has more inside may be answered whole; a SUB_PLAN by pins, which runs of before did not know (D10). */
function isOneLeaf(draft: Draft, ref: NodeRef, node: PlanNode): boolean {
  if (draft.behaviourOf(node).isScripted) return true;
  const { reuse, simulated } = draft.start;
  return (
    node.type === 'SUB_PLAN' && reuse?.pins !== undefined && !simulated && ref.frame !== PLAN_GUARDS_FRAME
  );
}

/**
 * `background: true` (L2): the node starts in a scope of its own, takes what it holds along, and counts as succeeded in
 * the scope that it stands in.
 */
function runInBackground(draft: Draft, ref: NodeRef, node: PlanNode): void {
  for (const inner of openBackground(draft, ref, node)) {
    draft.mutexes = transferMutexes(draft.mutexes, ref, inner);
    if (draft.isActive(ref)) draft.release(ref);
    startNode(draft, inner, 1);
  }
  leaveToBackground(draft, ref);
}

/** `disabled: pass`: takes `out` and applies `output` to its input as `result` (L2). */
function passThrough(draft: Draft, ref: NodeRef, node: PlanNode): void {
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const resolved = input.ok ? ok(input.value ?? null) : input;
  const begin = opensScope(node) ? beginContainer : beginLeaf;
  begin(draft, ref, 1, { kind: 'calling' }, input.ok ? input.value : undefined);
  if (resolved.ok) succeedNode(draft, ref, { ports: ['out'], result: resolved.value });
  else failNode(draft, ref, resolved.problem, { final: true });
}

/**
 * H4, D7, D10: where a script, an output that a person has put in, or a pin says what comes of a node, it is one leaf:
 * nothing inside it is called.
 *
 * @returns false where nobody says it, and the node starts as it does
 */
function startScripted(draft: Draft, ref: NodeRef, node: PlanNode, attempt: number): boolean {
  if (!draft.start.simulated && !draft.isPinned(ref, baseAddress(draft, ref))) return false;
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const address = beginLeaf(draft, ref, attempt, { kind: 'scripted' }, input.ok ? input.value : undefined);
  if (!input.ok) {
    failNode(draft, ref, input.problem, { final: true });
    return true;
  }
  const call = { capability: node.type, effect: 'read', idempotent: true, kind: 'call' } as const;
  draft.issue(ref, { ...call, address, input: input.value ?? null });
  startTimeout(draft, ref);
  return true;
}
