import { resolveInput } from '../variables';
import type { Behaviour } from './behaviour';
import { callWith, startCall } from './call';

/** CAPABILITY: one call per attempt (K2), its input resolved anew each time (L2). */
export const capability: Behaviour<'CAPABILITY'> = {
  callsItself: () => true,
  call: (draft, ref, node) =>
    callWith(resolveInput(draft, draft.frame(ref.frame), node), node.params.capability),
  start: (draft, ref, node, attempt) => {
    const input = resolveInput(draft, draft.frame(ref.frame), node);
    startCall(draft, ref, attempt, callWith(input, node.params.capability), input);
  },
};
