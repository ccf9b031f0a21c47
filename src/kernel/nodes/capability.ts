import type { Address, Json } from '#base';
import { beginLeaf, callWith, startTimeout } from '../activation';
import { catalogueOf } from '../closure';
import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { forbidden, maySend, notAllowed, rulingOnNode } from '../policies';

import { resolveInput } from '../variables';
import type { Behaviour } from './behaviour';
import { askFor, sendCall } from './permission';

/** CAPABILITY: one call per attempt (K2), its input resolved anew each time (L2). */
export const capability: Behaviour<'CAPABILITY'> = {
  callsItself: () => true,
  call: (draft, ref, node) =>
    callWith(resolveInput(draft, draft.frame(ref.frame), node), node.params.capability),
  start: (draft, ref, node, attempt) => {
    const input = resolveInput(draft, draft.frame(ref.frame), node);
    const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
    const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
    if (!input.ok) return fail(input.problem);
    const refused = issueCall(draft, ref, address, node.params.capability, input.value ?? {});
    if (refused !== null) return fail(refused);
    startTimeout(draft, ref);
  },
};

/** Calls a capability on behalf of a node, once a person has agreed where that is asked (K15); the reason where the node may not call it, and nothing left. */
export function issueCall(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  capability: string,
  input: Json,
  mayAsk = true,
): RunError | null {
  const refused = notAllowed(draft, ref, capability);
  if (refused !== null) return refused;
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  const call = {
    address,
    capability,
    effect: descriptor?.effect ?? 'unknown',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  } as const;
  // What is answered from the record or by a pin does not leave, so nobody rules over it (K8, D10).
  const ruling = draft.isAnswered(ref, call) ? null : rulingOnNode(draft, ref, call);
  if (ruling !== null && !maySend(ruling, mayAsk)) return forbidden(ruling, capability);
  if (ruling?.verdict === 'ask') askFor(draft, ref, call);
  else sendCall(draft, ref, call);
  return null;
}
