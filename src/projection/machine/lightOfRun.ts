import { type Address, nodeOf, withCall, within } from '#base';
import { allStates, type State, type StateMachinePlan, transitionsOf } from '#plan';
import { scopeOf } from '../addresses';
import { type MachineLight, type RunningDelay, transitionKey } from '../machineShapes';
import type { RunView } from '../runView';

/**
 * Where a run stands in a machine (M1), as far as it is drawn: its active states, those that were left, and the
 * transitions that wait for something.
 *
 * @param place of the machine: `''` for the run's own plan, else the address of its SUB_PLAN
 * @param now whether time goes on from what is shown: delays fill while it does
 */
export function lightOfRun(plan: StateMachinePlan, view: RunView, place: Address, now = false): MachineLight {
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
    taken: record?.taken ?? new Set(),
    possible: new Set(possible),
    delays: waits ? delaysIn(plan, view, place, record.active, now) : new Map(),
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

/** The timers of delayed transitions: each began when its state was entered, the machine's own when it began. */
function delaysIn(
  plan: StateMachinePlan,
  view: RunView,
  place: Address,
  active: readonly Address[],
  now: boolean,
): ReadonlyMap<string, RunningDelay> {
  const began = view.nodes.get(place)?.startedAt ?? view.startedAt;
  const owners: readonly (readonly [string | null, Address, State | StateMachinePlan, number | null])[] = [
    [null, within(place, plan.id), plan, began],
    ...[...allStates(plan.states)].flatMap((state) => {
      const address = active.find((one) => idOf(one) === state.id);
      return address === undefined
        ? []
        : [[state.id, address, state, view.nodes.get(address)?.startedAt ?? null] as const];
    }),
  ];
  const delays = new Map<string, RunningDelay>();
  for (const [id, address, owner, from] of owners) {
    for (const [index] of (owner.after ?? []).entries()) {
      const timer = view.open.get(withCall(address, `after-${index}`));
      if (timer?.kind !== 'timer' || timer.purpose === 'until' || from === null) continue;
      const at = now ? null : Math.max(from, view.at ?? from);
      delays.set(transitionKey(id, `/after/${index}`), { from, until: from + timer.afterMs, at });
    }
  }
  return delays;
}
