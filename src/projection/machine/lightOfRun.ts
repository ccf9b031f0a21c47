import { type Address, nodeOf } from '#base';
import { allStates, type State, type StateMachinePlan, transitionsOf } from '#plan';
import { scopeOf } from '../addresses';
import type { RunView } from '../runView';
import { type MachineLight, transitionKey } from './shapes';

/**
 * Where a run stands in a machine (M1), as far as it is drawn: its active states, those that were left, and the
 * transitions that wait for something.
 *
 * @param place of the machine: `''` for the run's own plan, else the address of its SUB_PLAN
 */
export function lightOfRun(plan: StateMachinePlan, view: RunView, place: Address): MachineLight {
  const states = new Map<string, State>([...allStates(plan.states)].map((state) => [state.id, state]));
  const record = view.machines.get(place);
  const active = new Set((record?.active ?? []).map(idOf));
  const left = new Set<string>();
  for (const { address, status } of view.nodes.values()) {
    const id = idOf(address);
    if (scopeOf(address) !== place || !states.has(id)) continue;
    if (status === 'succeeded' || status === 'failed') left.add(id);
  }
  // A final state that was come to stays lit: it says how the machine has ended.
  for (const id of left) if (active.size === 0 && states.get(id)?.type === 'final') active.add(id);
  const waits = view.endedAt === null && record !== undefined;
  const possible = waits ? waitingIn(plan, states, active) : [];
  return {
    active,
    left: new Set([...left].filter((id) => !active.has(id))),
    possible: new Set(possible),
    preview: null,
  };
}

function idOf(address: Address): string {
  return nodeOf(address);
}

function waitingIn(
  plan: StateMachinePlan,
  states: ReadonlyMap<string, State>,
  active: ReadonlySet<string>,
): readonly string[] {
  const owners: readonly (readonly [string | null, State | StateMachinePlan])[] = [
    ...[...states].filter(([id]) => active.has(id)),
    [null, plan],
  ];
  return owners.flatMap(([id, owner]) =>
    transitionsOf(owner)
      .filter(
        ({ cause }) =>
          cause === 'event' || cause === 'after' || cause === 'invokeDone' || cause === 'invokeError',
      )
      .map(({ path }) => transitionKey(id, path)),
  );
}
