import { withCall } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../frame';
import { beginLeaf, startTimeout } from '../node';
import type { Behaviour } from './behaviour';

/** DELAY: a timer at `<node>!delay`; the node's own `timeoutMs` bounds it (L9). */
export const delay: Behaviour<'DELAY'> = {
  start: (draft, ref, node, attempt) => {
    const address = beginLeaf(draft, ref, attempt, { kind: 'calling' });
    draft.emit({ address, data: { for: 'timer' }, kind: 'node.waiting' });
    issueTimer(draft, ref, node.params);
    startTimeout(draft, ref);
  },
};

function issueTimer(
  draft: Draft,
  ref: NodeRef,
  { forMs = 0, until }: { readonly forMs?: number | undefined; readonly until?: string | undefined },
): void {
  const address = withCall(draft.active(ref).address, 'delay');
  if (until !== undefined) draft.issue(ref, { address, kind: 'timer', purpose: 'until', until });
  else draft.issue(ref, { address, afterMs: forMs, kind: 'timer', purpose: 'delay' });
}
