import type { JsonObject } from '#base';
import { scopeIn } from '#compile';
import { scopeAddress } from '../activation';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { openInside } from '../scopes/frames';

/** Opens the next round of a LOOP or RETRY: a fresh scope under an address of its own (R1, K11). */
export function openRound(
  draft: Draft,
  ref: NodeRef,
  round: number,
  { layered, locals = null }: { readonly layered: boolean; readonly locals?: JsonObject | null },
): void {
  const scope = scopeIn(draft.compiled(ref));
  if (scope === null) return;
  const address = scopeAddress(draft, ref, { index: round });
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'round', frame: address, round } });
  openInside(draft, ref, { id: address, address, scope, layered, locals });
}
