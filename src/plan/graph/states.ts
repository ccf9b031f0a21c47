import type { State } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';

/** A state, and where it is in its machine. */
export interface PlacedState {
  readonly state: State;
  /** Id of the state around it; null is the machine itself. */
  readonly parent: string | null;
  readonly index: number;
  /** Ids of the states around it, outermost first. */
  readonly path: readonly string[];
}

/** Every state of a machine, a state before those inside it. */
export function* allStates(states: readonly State[]): Generator<State> {
  for (const state of states) {
    yield state;
    yield* allStates(state.states ?? []);
  }
}

/** Every state of a machine with its place, a state before those inside it. */
export function* placedStates(
  states: readonly State[],
  path: readonly string[] = [],
): Generator<PlacedState> {
  for (const [index, state] of states.entries()) {
    yield { state, parent: path.at(-1) ?? null, index, path };
    yield* placedStates(state.states ?? [], [...path, state.id]);
  }
}

export function findState(plan: StateMachinePlan, id: string): PlacedState | undefined {
  for (const placed of placedStates(plan.states)) if (placed.state.id === id) return placed;
  return undefined;
}

/** The ids of all states, at any depth. */
export function stateIds(plan: { readonly states: readonly State[] }): Set<string> {
  return new Set([...allStates(plan.states)].map(({ id }) => id));
}

/** The same machine with every state changed, those inside before those around them; what did not change is shared. */
export function mapStates(states: readonly State[], change: (state: State) => State): readonly State[] {
  const next = states.map((state) => {
    const inner = state.states === undefined ? undefined : mapStates(state.states, change);
    return change(inner === undefined || inner === state.states ? state : { ...state, states: [...inner] });
  });
  return next.every((state, index) => state === states[index]) ? states : next;
}

/** The same machine with the states right inside one state changed; null is the machine itself. */
export function withStatesOf(
  plan: StateMachinePlan,
  parent: string | null,
  change: (states: readonly State[]) => readonly State[],
): StateMachinePlan {
  if (parent === null) return { ...plan, states: [...change(plan.states)] };
  const states = mapStates(plan.states, (state) => {
    if (state.id !== parent) return state;
    const { states: before, ...rest } = state;
    const inner = [...change(before ?? [])];
    return inner.length === 0 && before === undefined ? state : { ...rest, states: inner };
  });
  return { ...plan, states: [...states] };
}
