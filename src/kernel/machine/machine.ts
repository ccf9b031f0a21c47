import { type Address, type Diagnostic, type Result, remembered, withIndex, within } from '#base';
import { type CompiledMachine, compileMachine, type MachineEffect, type MachineStanding } from '#compile';
import {
  allStates,
  type Plan,
  type PlanNode,
  type State,
  type StateMachinePlan,
  targetsOf,
  transitionsOf,
} from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../frame';
import type { RunState } from '../state';
import type { MachineRun } from '../work';

export type EffectOf<Kind extends MachineEffect['kind']> = Extract<MachineEffect, { kind: Kind }>;

/** The machine that a node runs; null where it runs none. */
export function machineAt(draft: Draft, ref: NodeRef): MachineRun | null {
  const work = draft.workOf(ref);
  return work?.kind === 'machine' ? work.run : null;
}

/** The same, where it is known to run. */
export function machineOf(draft: Draft, ref: NodeRef): MachineRun {
  const run = machineAt(draft, ref);
  if (run === null) throw new Error(`Node ${ref.node} of the scope ${ref.frame} runs no machine.`);
  return run;
}

/** Whether a planner made the machine (M5). */
export function isMade(draft: Draft, ref: NodeRef): boolean {
  return draft.frame(ref.frame).dynamic?.machine !== undefined;
}

/** Replaces fields of the machine that a node runs. */
export function changeMachine(draft: Draft, ref: NodeRef, change: Partial<MachineRun>): void {
  draft.setWork(ref, { kind: 'machine', run: { ...machineOf(draft, ref), ...change } });
}

/** The plan of the machine that a node runs, and its machine: both are there, because it was started with them. */
export function startedMachine(
  draft: Draft,
  ref: NodeRef,
): { readonly plan: StateMachinePlan; readonly machine: CompiledMachine } {
  const plan = planOfMachine(draft, ref);
  const machine = plan?.kind === 'state-machine' ? compiledMachine(plan) : null;
  if (plan?.kind !== 'state-machine' || !machine?.ok)
    throw new Error(`Node ${ref.node} of the scope ${ref.frame} was started without a machine.`);
  return { plan, machine: machine.value };
}

/** The plan that a SUB_PLAN runs: of the closure, or the machine that a planner made (M5); the run's own machine is a node too. */
export function planOfMachine(draft: Draft, ref: NodeRef): Plan | undefined {
  const { node } = draft.compiled(ref);
  if (node.type !== 'SUB_PLAN') return undefined;
  const made = draft.frame(ref.frame).dynamic?.machine;
  if (made !== undefined) return made;
  return draft.start.closure.plans.find(({ id }) => id === node.params.plan);
}

const COMPILED = new WeakMap<StateMachinePlan, Result<CompiledMachine, readonly Diagnostic[]>>();

/** A machine of the closure as XState runs it, compiled once however often it is started. */
export function compiledMachine(plan: StateMachinePlan): Result<CompiledMachine, readonly Diagnostic[]> {
  return remembered(COMPILED, plan, compileMachine);
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
  return remembered(INDEX, plan, indexed);
}

function indexed(plan: StateMachinePlan): Index {
  const states = [...allStates(plan.states)];
  const placed = [plan, ...states].flatMap((owner) =>
    transitionsOf(owner).map(
      ({ path, transition }) =>
        [keyOf(owner === plan ? null : owner.id, path), targetsOf(transition)] as const,
    ),
  );
  return {
    states: new Map(states.map((state, order) => [state.id, { state, order: order + 1 }])),
    targets: new Map(placed),
  };
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

/** A machine that runs in a state of a run (M1). */
interface MachineInRun {
  /** What the addresses of its states begin with; `''` for the machine that is the run's plan. */
  readonly place: Address;
  /** Id of its plan in the closure. */
  readonly plan: string;
  readonly standing: MachineStanding;
}

/** The machines that run now: the run's own plan, those of SUB_PLANs, and those that states have invoked. */
export function machinesIn({ frames }: RunState): readonly MachineInRun[] {
  return [...frames].flatMap(([, { active }]) =>
    [...active].flatMap(([, { work }]) =>
      work.kind === 'machine'
        ? [{ place: work.run.place, plan: work.run.plan, standing: work.run.standing }]
        : [],
    ),
  );
}

/** No state has this id. */
export const ITSELF = '';

/** A name of the machine's own with the round that it is in, where it has begun again: `/main[1]`. */
export function inItsRound({ rounds }: MachineRun, name: string): string {
  const round = rounds[ITSELF] ?? 0;
  return round === 0 ? name : withIndex(name as Address, round);
}

/** The address of a state in its latest round; of the machine itself where there is none. */
export function stateAddress({ place, rounds }: MachineRun, state: string | null): Address {
  return state === null ? place : withIndex(within(place, state), rounds[state] ?? 0);
}
