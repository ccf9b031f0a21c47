import type { Address, Json } from '#base';
import { MESSAGE_CAPABILITY } from '#plan';
import { catalogueOf } from '../catalogue';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { failNode } from '../settle';
import { resolveInput } from '../values';
import { dynamicAround } from '../variables';
import { beginLeaf, startTimeout } from './activate';
import type { Start } from './behaviour';

/** CAPABILITY: one call per attempt (K2), its input resolved anew each time (L2). */
export const startCapability: Start<'CAPABILITY'> = (draft, ref, node, attempt) => {
  const input = resolveInput(draft, draft.frame(ref.frame), node);
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
  const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
  if (!input.ok) return fail(input.problem);
  const refused = issueCall(draft, ref, address, node.params.capability, input.value ?? {});
  if (refused !== null) return fail(refused);
  startTimeout(draft, ref);
};

/** Calls a capability on behalf of a node; the reason where the node may not call it, and nothing left. */
export function issueCall(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  capability: string,
  input: Json,
): RunError | null {
  const refused = notAllowed(draft, ref, capability);
  if (refused !== null) return refused;
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  draft.issue(ref, {
    address,
    capability,
    effect: descriptor?.effect ?? 'unknown',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  });
  return null;
}

/** I7: whatever a plan of a planner says, it calls nothing that its planner was not allowed. */
function notAllowed(draft: Draft, ref: NodeRef, capability: string): RunError | null {
  const dynamic = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  if (!dynamic || capability === MESSAGE_CAPABILITY.id || dynamic.tools.includes(capability)) return null;
  return {
    code: 'CAPABILITY_NOT_ALLOWED',
    message: `This plan may not call "${capability}".`,
    help: 'Add it to the tools of the planner and of the plan executor.',
  };
}
