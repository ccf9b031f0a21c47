import { scopeIn } from '#compile';
import { scopeAddress } from '../activation';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { openInside } from '../scopes/frames';
import type { Outcome } from '../state';

/** Opens one of the bodies of a TRY_CATCH; `finally` with what the node comes to afterwards (R12). */
export function openBody(
  draft: Draft,
  ref: NodeRef,
  body: 'try' | 'catch' | 'finally',
  outcome: Outcome | null,
): void {
  const scope = scopeIn(draft.compiled(ref), body);
  if (scope === null) return;
  const address = scopeAddress(draft, ref, { body });
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'trying', frame: address, body, outcome } });
  openInside(draft, ref, { id: address, address, scope, layered: false });
}
