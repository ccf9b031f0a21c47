import { baseAddress } from '../activation';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';

/**
 * D1, "run only this": the fork point is reached, and nothing but the chosen node starts behind it. Where that cannot start yet,
 * because what it needs is not in the record, the run goes on to it.
 */
export function keepToStop(draft: Draft): void {
  const { stop, gate } = draft;
  if (stop?.only !== true || gate.kind !== 'open') return;
  const ref = [...draft.ready.toSorted(), ...activeNodes(draft)].find(
    (one) => baseAddress(draft, one) === stop.after,
  );
  if (ref !== undefined) draft.gate = { kind: 'inside', frame: ref.frame, node: ref.node, reason: 'reached' };
}

function activeNodes(draft: Draft): readonly NodeRef[] {
  return draft.frames
    .values()
    .flatMap(({ id, active }) => active.values().map(({ node }) => ({ frame: id, node })));
}
