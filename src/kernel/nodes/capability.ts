import type { RunError } from '../fact';
import { beginLeaf, failNode, startTimeout } from '../node';
import { resolveInput } from '../variables';
import type { Behaviour } from './behaviour';
import { callWith, issueCall } from './call';

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
