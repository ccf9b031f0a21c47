import { allStates, type StateMachinePlan } from '#plan';
import type { MachineLight } from '#projection';

/** Where a machine stands, by its innermost active states: "in summarising, checking". */
export function standingOf(machine: StateMachinePlan, { active }: MachineLight): string {
  const inner = [...allStates(machine.states)].filter(
    ({ id, states = [] }) => active.has(id) && !states.some((one) => active.has(one.id)),
  );
  return inner.length === 0 ? 'ended' : `in ${inner.map(({ id, name }) => name ?? id).join(', ')}`;
}
