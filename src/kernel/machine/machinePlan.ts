import type { Diagnostic, Result } from '#base';
import { type CompiledMachine, compileMachine } from '#compile';
import { allStates, type PlanNode, type State, type StateMachinePlan, targetsOf, transitionsOf } from '#plan';

const COMPILED = new WeakMap<StateMachinePlan, Result<CompiledMachine, readonly Diagnostic[]>>();

/** A machine of the closure as XState runs it, compiled once however often it is started. */
export function compiledMachine(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  const known = COMPILED.get(plan);
  if (known) return known;
  const compiled = compileMachine(plan);
  COMPILED.set(plan, compiled);
  return compiled;
}

/** A run whose plan is a machine has one node, which no author wrote: it stands for the machine itself. */
export function nodeOfMachine({ id }: StateMachinePlan): PlanNode {
  return { id, type: 'SUB_PLAN', params: { plan: id } };
}

interface Index {
  readonly states: ReadonlyMap<string, { readonly state: State; readonly order: number }>;
  /** Targets of transitions, by their state and path. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
}

const INDEX = new WeakMap<StateMachinePlan, Index>();

function indexOf(plan: StateMachinePlan): Index {
  const known = INDEX.get(plan);
  if (known) return known;
  const states = [...allStates(plan.states)];
  const placed = [plan, ...states].flatMap((owner) =>
    transitionsOf(owner).map(
      ({ path, transition }) =>
        [keyOf(owner === plan ? null : owner.id, path), targetsOf(transition)] as const,
    ),
  );
  const index = {
    states: new Map(states.map((state, order) => [state.id, { state, order: order + 1 }])),
    targets: new Map(placed),
  };
  INDEX.set(plan, index);
  return index;
}

function keyOf(state: string | null, path: string): string {
  return `${state ?? ''} ${path}`;
}

/** A state at any depth; null for an id that the plan has not. */
export function stateOf(plan: StateMachinePlan, id: string): State | null {
  return indexOf(plan).states.get(id)?.state ?? null;
}

/** Place of a state in document order, from 1; 0 is the machine itself. */
export function orderOfState(plan: StateMachinePlan, id: string | null): number {
  return id === null ? 0 : (indexOf(plan).states.get(id)?.order ?? 0);
}

/** The states that a transition names as its targets. */
export function targetsAt(plan: StateMachinePlan, state: string | null, path: string): readonly string[] {
  return indexOf(plan).targets.get(keyOf(state, path)) ?? [];
}

/** The events that a machine listens to as it stands, in document order: whether one is of use, its conditions say. */
export function eventsHeard(plan: StateMachinePlan, configuration: readonly string[]): readonly string[] {
  const owners = [plan, ...configuration.flatMap((id) => stateOf(plan, id) ?? [])];
  return [...new Set(owners.flatMap(({ on = [] }) => on.map(({ event }) => event)))];
}
