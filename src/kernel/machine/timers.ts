import type { Address } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { changeMachine, machineOf } from './machineAt';
import { deliver } from './turn';

/** A delayed transition, or a delayed event, of a machine is due (M1). */
export function timerOfMachine(draft: Draft, ref: NodeRef, address: Address): void {
  const { timers } = machineOf(draft, ref);
  const found = Object.entries(timers).find(([, at]) => at === address);
  if (found === undefined) return;
  const [id] = found;
  const { [id]: _fired, ...kept } = timers;
  changeMachine(draft, ref, { timers: kept });
  deliver(draft, ref, { id, kind: 'timer' });
}
