import { HISTORY, NEST, type Size, STATE } from '#layout';
import { type Edit, type NewStateKind, newState, type State, type StateMachinePlan, stateIds } from '#plan';
import type { Editor } from '../editor';
import { boxesIn, cornerAround, firstFree, freePlace, type Point } from '../place';
import { holderAt, holderOf, keyOfState, type MachineGround, machineGroundOf, stateByKey } from './ground';
import { freeEvent } from './transitions';

export interface AddStateOptions {
  /** Key of the state it goes into; null for the machine itself; by default where the focus is. */
  readonly into?: string | null;
  /** Top left corner, in pixels from that of the state around; by default beside the focus. */
  readonly at?: Point;
  /** The same, for its middle: where something was dropped. */
  readonly around?: Point;
  /** Key of the state from which a transition shall lead to it. */
  readonly from?: string;
  /** Whether the state in focus leads to it; true by default. */
  readonly connect?: boolean;
}

/**
 * Adds a state of a kind where the gesture wants it, with a transition from what is in focus, and selects it. The
 * first state of a machine, or of a state, is its initial one.
 *
 * @returns the key of the new state; null when the plan cannot be edited
 */
export function addState(editor: Editor, kind: NewStateKind, options: AddStateOptions = {}): string | null {
  const ground = machineGroundOf(editor);
  if (ground === null) return null;
  const { plan, scene } = ground;
  const state = newState(kind, stateIds(plan));
  const holder = options.into === undefined ? holderOf(editor, ground) : holderAt(ground, options.into);
  const parent = holder?.key ?? null;
  const focus = options.from ?? editor.selection.getState().focus;
  const size = sizeOf(kind);
  const wish = options.around ? cornerAround(options.around, size, holder) : options.at;
  const anchor = stateByKey(ground, focus)?.parent === parent ? focus : null;
  const at = wish
    ? firstFree(wish, size, [...boxesIn(scene, parent).values()])
    : freePlace(scene, holder, size, anchor);
  const into = holder?.node.id ?? null;
  const edits: Edit[] = [
    { edit: 'add-state', plan: plan.id, into, state, place: { ...at } },
    ...initialOf(plan, holder?.node ?? null, state),
    ...leading(ground, options.connect === false ? null : focus, state, options.from !== undefined),
  ];
  const label = `Add ${kind === 'atomic' ? 'state' : `${kind} state`}`;
  if (!editor.edit({ edit: 'batch', label, edits }, { label }).ok) return null;
  editor.select([keyOfState(state.id)]);
  return keyOfState(state.id);
}

function sizeOf(kind: NewStateKind): Size {
  if (kind === 'history') return HISTORY;
  return kind === 'compound' || kind === 'parallel' ? NEST : STATE;
}

/** Where nothing was before, it begins with the new state. */
function initialOf(plan: StateMachinePlan, holder: State | null, state: State): readonly Edit[] {
  const around = holder ?? plan;
  const begins =
    (around.states?.length ?? 0) === 0 && around.type !== 'parallel' && around.initial === undefined;
  if (!begins || state.type === 'final' || state.type === 'history') return [];
  if (holder === null) return [{ edit: 'update-plan', plan: plan.id, to: { initial: state.id } }];
  const to: State = { ...holder, initial: state.id, states: [state] };
  return [{ edit: 'update-state', plan: plan.id, state: holder.id, to }];
}

/** A transition from the state that is built on; without being asked only where nothing leads from it yet. */
function leading(ground: MachineGround, from: string | null, state: State, asked: boolean): readonly Edit[] {
  const source = stateByKey(ground, from);
  if (source === undefined || source.ports.length === 0 || state.type === 'history' || source.shape.region)
    return [];
  const leads = ground.scene.graph.edges.some(({ from: key, implied }) => key === source.key && !implied);
  if (leads && !asked) return [];
  const { id } = source.node;
  const transition = { event: freeEvent(source.node), target: state.id };
  return [{ edit: 'add-transition', plan: ground.plan.id, state: id, list: '/on', transition }];
}
