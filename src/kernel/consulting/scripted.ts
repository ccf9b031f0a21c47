import type { PlanNode } from '#plan';
import { baseAddress, beginLeaf, startTimeout } from '../activation';
import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { indexOf, isPin } from '../reuse/match';
import { resolveInput } from '../values';

/**
 * H4, D7: where a script, or an output that a person has put in, says what comes of a node, it is one leaf: nothing inside
 * it is called.
 *
 * @returns false where nobody says it, and the node starts as it does
 */
export function startScripted(draft: Draft, ref: NodeRef, node: PlanNode, attempt: number): boolean {
  if (!draft.start.simulated && !isPinned(draft, ref)) return false;
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

function isPinned(draft: Draft, ref: NodeRef): boolean {
  const { reuse } = draft.start;
  if (reuse === undefined) return false;
  const place = indexOf(reuse).places.get(baseAddress(draft, ref));
  const found = place === undefined ? undefined : reuse.served[place];
  return found !== undefined && isPin(found);
}
