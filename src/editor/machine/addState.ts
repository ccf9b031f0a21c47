import { HISTORY, NEST, type Size, STATE } from '#layout';
import { type Edit, type NewStateKind, newState, type State, type StateMachinePlan, stateIds } from '#plan';
import type { StateCard } from '#projection';
import type { Editor } from '../editor';
import { boxesIn, cornerAround, firstFree, freePlace } from '../place';
import { type Room, roomOnEdge } from '../roomOnEdge';
import { nodeByKey, placeEdits } from '../target';
import { holderAt, holderOf, keyOfState, type MachineGround, machineGroundOf } from './ground';
import { type AddStateOptions, type StateWay, stateWay } from './stateWay';
import { freeEvent, transitionAt } from './transitions';

/**
 * Adds a state of a kind where the gesture wants it, joined to what is there (`stateWay`), and selects it. The first
 * state of a machine, or of a state, is its initial one.
 *
 * @returns the key of the new state; null when the plan cannot be edited
 */
export function addState(editor: Editor, kind: NewStateKind, options: AddStateOptions = {}): string | null {
  const ground = machineGroundOf(editor);
  if (ground === null) return null;
  const { plan } = ground;
  const state = newState(kind, stateIds(plan));
  const holder = options.into === undefined ? holderOf(editor, ground) : holderAt(ground, options.into);
  const way = stateWay(editor, ground, { state, holder, options });
  const { place, pushed } = roomFor(editor, ground, { way, holder, size: sizeOf(kind), options });
  const edits: Edit[] = [
    { edit: 'add-state', plan: plan.id, into: holder?.node.id ?? null, state, place: { ...place } },
    ...initialOf(plan, holder?.node ?? null, state),
    ...joining(editor, ground, way, state),
    ...placeEdits(editor, ground, pushed),
  ];
  const label = `Add ${kind === 'atomic' ? 'state' : `${kind} state`}`;
  if (!editor.edit({ edit: 'batch', label, edits }, { label }).ok) return null;
  editor.select([keyOfState(state.id)]);
  return keyOfState(state.id);
}

interface Wish {
  readonly way: StateWay;
  readonly holder: StateCard | null;
  readonly size: Size;
  readonly options: AddStateOptions;
}

function roomFor(editor: Editor, { scene }: MachineGround, { way, holder, size, options }: Wish): Room {
  const parent = holder?.key ?? null;
  const wish = options.around ? cornerAround(options.around, size, holder) : options.at;
  if (wish !== undefined) {
    return { place: firstFree(wish, size, [...boxesIn(scene, parent).values()]), pushed: new Map() };
  }
  const from = way.join === 'transition' ? way.edge.from : way.join === 'state' ? way.source.key : null;
  const anchor = nodeByKey(scene.graph, from ?? editor.selection.getState().focus);
  if (way.join === 'transition' && anchor?.parent === parent) return roomOnEdge(scene, way.edge, size);
  const beside = anchor?.parent === parent ? anchor.key : null;
  return { place: freePlace(scene, holder, size, beside), pushed: new Map() };
}

function joining(editor: Editor, { plan }: MachineGround, way: StateWay, state: State): readonly Edit[] {
  if (way.join === 'none') return [];
  if (way.join === 'state') {
    const { node } = way.source;
    const transition = { event: freeEvent(node), target: state.id };
    return [{ edit: 'add-transition', plan: plan.id, state: node.id, list: '/on', transition }];
  }
  const found = transitionAt(editor, way.edge.key);
  if (found === null || found.transition === null) return [];
  const { drawn, transition } = found;
  const to = { ...transition, target: state.id };
  const onwards = { event: freeEvent(state), target: way.target };
  return [
    { edit: 'update-transition', plan: plan.id, state: drawn.state, path: drawn.path, to },
    { edit: 'add-transition', plan: plan.id, state: state.id, list: '/on', transition: onwards },
  ];
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
