import { type Address, isAddress } from '#base';
import { type Entry, recordIn } from '#kernel';
import { type Draft, touchNode } from './draft';
import { addAttempt } from './foldFact';

/** A planner that was served has the attempt of the record. */
export function foldServed(
  draft: Draft,
  { address, data }: Extract<Entry, { kind: 'served' }>,
  seq: number,
): void {
  if ('pin' in data) {
    foldPin(draft, address, seq);
    return;
  }
  const served = draft.started === null ? undefined : recordIn(draft.started)?.served[data.record];
  if (served === undefined || 'output' in served || served.fact.type !== 'plan.replied') return;
  addAttempt(draft, { ...served.fact, address }, seq);
}

/** D10: a planner is asked at `!1`; what its guard or its merge asks is not what came of a node. */
function foldPin(draft: Draft, address: Address, seq: number): void {
  const place = address.replace(/!\d+$/, '');
  if (isAddress(place) && !place.includes('!')) touchNode(draft, place, seq, { pinned: true });
}
