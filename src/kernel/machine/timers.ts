import type { Address } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { changeMachine, machineOf } from './machineAt';
import { deliver } from './turn';

/** A delayed transition, or a delayed event, of a machine is due (M1). */
export function timerOfMachine(draft: Draft, ref: NodeRef, address: Address): void {
  const { timers } = machineOf(draft, ref);
  const found = Object.entries(timers).find(([, addresses]) => addresses.includes(address));
  if (found === undefined) return;
  const [id, addresses] = found;
  const { [id]: _fired, ...others } = timers;
  const left = addresses.filter((one) => one !== address);
  changeMachine(draft, ref, { timers: left.length === 0 ? others : { ...others, [id]: left } });
  deliver(draft, ref, { id, kind: 'timer' });
}
