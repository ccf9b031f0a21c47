import { type Diagnostic, type Json, present, type Where } from '#base';
import type { Field } from '../../fields/fields';
import { fieldsOfOwner } from '../../graph/fieldsOf';
import { allStates, transitionsOf } from '../../graph/states';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import type { MachineAction, State, StateMachinePlan } from '../../schema/stateMachine';
import type { Workspace } from '../../schema/workspace';
import type { ProposedBounds } from '../rule';

/** A rule looks at one machine and lists what is wrong with it. Rules know nothing of each other. */
export type MachineRule = (subject: MachineSubject) => readonly Diagnostic[];

/** What a rule may look at. */
export interface MachineSubject {
  readonly plan: StateMachinePlan;
  /** Every state at every depth, in document order. */
  readonly states: readonly State[];
  readonly byId: ReadonlyMap<string, State>;
  /** The state around each; null for those of the machine itself. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** The machine itself (null) and its states: whatever has transitions and actions. */
  readonly owners: readonly Owner[];
  readonly workspace: Workspace | null;
  readonly catalogue: Catalogue;
  /** The bounds of a machine that a planner proposed; null for one of a workspace. */
  readonly proposed: ProposedBounds | null;
  at(state: string | null, field?: string): Where;
}

interface Owner {
  readonly id: string | null;
  readonly node: State | StateMachinePlan;
}

export function machineSubject(
  plan: StateMachinePlan,
  workspace: Workspace | null,
  catalogue: Catalogue,
  proposed: ProposedBounds | null = null,
): MachineSubject {
  const states = [...allStates(plan.states)];
  const parents = new Map<string, string | null>(plan.states.map(({ id }) => [id, null]));
  for (const state of states) for (const inner of state.states ?? []) parents.set(inner.id, state.id);
  return {
    plan,
    states,
    byId: new Map(states.map((state) => [state.id, state])),
    parents,
    owners: [{ id: null, node: plan }, ...states.map((node) => ({ id: node.id, node }))],
    workspace,
    catalogue,
    proposed,
    at: (state, field) => ({
      plan: plan.id,
      ...(state === null ? {} : { node: state }),
      ...present({ field }),
    }),
  };
}

/** The states around one, innermost first, itself included; null, the machine, last. */
export function wayUp({ parents }: MachineSubject, id: string): readonly (string | null)[] {
  const way: (string | null)[] = [];
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) way.push(at);
  return [...way, null];
}

export function isFinal(state: State): boolean {
  return state.type === 'final' || state.isTerminal === true;
}

export function isHistory(state: State): boolean {
  return state.type === 'history' || (state.type === undefined && state.history !== undefined);
}

/** The state that is entered first: the one that is named, else the first that can be. */
export function initialOf({ initial, states = [] }: State | StateMachinePlan): string | undefined {
  return initial ?? states.find((state) => !isHistory(state))?.id;
}

/** A text of a machine in one of its languages, and what it may name besides variables (V3, M1). */
export interface MachineText {
  /** A condition may also ask `inState` and `guard`. */
  readonly kind: 'condition' | 'expression' | 'template';
  readonly value: Json;
  /** Whose it is; null for the machine itself. */
  readonly owner: string | null;
  readonly field: string;
  readonly sees: readonly string[];
}

/** What every text of a machine may name. */
const COMMON = ['event', 'results', 'goal_data'];

/** An action, and where it is written. */
interface PlacedAction {
  readonly action: MachineAction;
  readonly owner: string | null;
  readonly field: string;
}

/** All actions of a machine: of entries, exits, transitions and the way into initial states. */
export function machineActions({ owners }: MachineSubject): readonly PlacedAction[] {
  return owners.flatMap(({ id, node }) => {
    const placed = (actions: readonly MachineAction[] | undefined, field: string): readonly PlacedAction[] =>
      (actions ?? []).map((action, index) => ({ action, owner: id, field: `${field}/${index}` }));
    return [
      ...placed(node.entry, '/entry'),
      ...placed(node.initialActions, '/initialActions'),
      ...placed(node.exit, '/exit'),
      ...transitionsOf(node).flatMap(({ path, transition }) => placed(transition.actions, `${path}/actions`)),
    ];
  });
}

/** Every text of a machine, in document order of its owners. */
export function machineTexts({ owners }: MachineSubject): readonly MachineText[] {
  return owners.flatMap(({ id, node }) => fieldsOfOwner(node).flatMap((field) => ofField(field, id)));
}

function ofField({ is, value, path, sees }: Field, owner: string | null): readonly MachineText[] {
  const kind = is === 'cel' ? 'expression' : is;
  if (kind !== 'expression' && kind !== 'condition' && kind !== 'template') return [];
  return [{ kind, value, owner, field: path, sees: [...COMMON, ...sees] }];
}
