import { scopeIn } from '#compile';
import { beginContainer, startTimeout } from '../node';
import { openBranches } from '../scopes/branches';
import type { Behaviour } from './behaviour';

/** GROUP: opens the scope of its children, or a scope per branch (R1). */
export const group: Behaviour<'GROUP'> = {
  start: (draft, ref, _node, attempt) => {
    const scope = scopeIn(draft.compiled(ref));
    if (scope === null) return;
    const address = beginContainer(draft, ref, attempt, { kind: 'calling' });
    draft.setWork(ref, { kind: 'inside', frame: address });
    startTimeout(draft, ref);
    openBranches(draft, ref, { id: address, address, scope, layered: false });
  },
};
