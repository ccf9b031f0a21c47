import { ok } from '#base';
import type { PlanNode } from '#plan';
import { beginContainer, beginLeaf, opensScope } from '../activation';
import { failNode, succeedNode } from '../completion';
import { startScripted } from '../consulting/scripted';
import type { Draft } from '../draft';
import { handOver } from '../mutex';
import type { NodeRef } from '../nodeRef';
import { leaveToBackground, openBackground } from '../scopes/background';
import { resolveInput } from '../values';

/** Starts an attempt of a node, as its type does. */
export function startNode(draft: Draft, ref: NodeRef, attempt: number): void {
  const { node } = draft.compiled(ref);
  if (node.disabled === 'pass') passThrough(draft, ref, node);
  else if (node.background === true && draft.frame(ref.frame).background === null) {
    sendAway(draft, ref, node);
  } else {
    const behaviour = draft.behaviourOf(node);
    if (behaviour.isScripted && startScripted(draft, ref, node, attempt)) return;
    behaviour.start(draft, ref, node, attempt);
  }
}

/**
 * `background: true` (L2): the node starts in a scope of its own, takes what it holds along, and counts as succeeded in
 * the scope that it stands in.
 */
function sendAway(draft: Draft, ref: NodeRef, node: PlanNode): void {
  for (const inner of openBackground(draft, ref, node)) {
    draft.mutexes = handOver(draft.mutexes, ref, inner);
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
