import { withCall } from '#base';
import type { MachineEffect } from '#compile';
import type { Draft } from '../draft';
import { pause } from '../gate';
import type { NodeRef } from '../nodeRef';
import { changeMachine, machineOf } from './machineAt';
import { stateAddress } from './machineRun';

/**
 * A state pauses the plan (M4), for as long as it takes: the run pauses, and a person is waited for at `<state>!pause`,
 * whose answer is the input. What is in flight finishes and facts settle, as in any pause (R19).
 */
export function pausePlan(
  draft: Draft,
  ref: NodeRef,
  { state, reason, resumeOn }: Extract<MachineEffect, { kind: 'pause' }>,
): void {
  const address = withCall(stateAddress(machineOf(draft, ref), state), 'pause');
  changeMachine(draft, ref, { paused: { address, resumeOn } });
  const data = {
    ...(reason === null ? {} : { reason }),
    ...(resumeOn === null ? {} : { resumeOn }),
  };
  draft.emit({ address, data, kind: 'machine.paused' });
  draft.issue(ref, {
    address,
    decisions: [],
    for: 'resume',
    kind: 'wait',
    message: reason ?? state,
    schema: null,
  });
  pause(draft, 'plan');
}
