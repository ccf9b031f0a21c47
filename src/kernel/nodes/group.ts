import { openFrame } from '../scopes/frames';
import { beginContainer, startTimeout } from './activate';
import type { Start } from './behaviour';

/**
 * GROUP: opens the scope of its children (R1). A group that may be tried again writes into a layer, so that a failed
 * attempt leaves nothing behind (R12, R20).
 */
export const startGroup: Start<'GROUP'> = (draft, ref, node, attempt) => {
  const { inside, order } = draft.compiled(ref);
  if (inside === null) return;
  const frame = draft.frame(ref.frame);
  const address = beginContainer(draft, ref, attempt, { kind: 'calling' });
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'inside', frame: address } });
  startTimeout(draft, ref);
  openFrame(draft, {
    id: address,
    address,
    scope: inside,
    parent: ref,
    order: [...frame.order, order],
    layered: node.retry !== undefined && node.params.mode === 'SYNC',
    dynamic: null,
  });
};
