import { arrange, type Size, STATE } from '#layout';
import {
  type Edit,
  type NewStateKind,
  newState,
  type State,
  type StateMachinePlan,
  stateIds,
  type Transition,
} from '#plan';
import { type GraphEdge, graphOfMachine, type StateCard } from '#projection';
import type { Editor } from '../editor';
import { boxesIn, cornerAround, firstFree, freePlace, type Point } from '../place';
import { type Room, roomOnEdge } from '../roomOnEdge';
import { nodeByKey, onlyEdge, placeEdits } from '../target';
import { holderAt, holderOf, keyOfState, type MachineGround, machineGroundOf, stateByKey } from './ground';
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
  const { place, pushed } = roomFor(editor, ground, { way, holder, size: sizeOf(state), options });
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

/** As it is drawn: a state that holds others is larger than they are. */
function sizeOf(state: State): Size {
  const alone: StateMachinePlan = {
    id: state.id,
    kind: 'state-machine',
    variables: [],
    initial: state.id,
    states: [state],
  };
  return arrange(graphOfMachine(alone), {}).get(keyOfState(state.id)) ?? STATE;
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

/** Where a gesture wants a new state. */
interface AddStateOptions {
  /** Key of the state it goes into; null for the machine itself; by default where the focus is. */
  readonly into?: string | null;
  /** Top left corner, in pixels from that of the state around; by default beside the focus. */
  readonly at?: Point;
  /** The same, for its middle: where something was dropped. */
  readonly around?: Point;
  /** Key of the state from which a transition shall lead to it. */
  readonly from?: string;
  /** Whether it is joined to what is there; true by default. */
  readonly connect?: boolean;
}

/** How a new state is joined to what is there. */
type StateWay =
  /** A transition leads to it instead, and it leads on to where that led. */
  | { readonly join: 'transition'; readonly edge: GraphEdge; readonly target: string }
  /** A state leads to it by a transition of its own. */
  | { readonly join: 'state'; readonly source: StateCard }
  | { readonly join: 'none' };

const NONE: StateWay = { join: 'none' };

/**
 * The way into a new state, as `wayFor` has it for nodes: into the chosen transition, behind the state in focus, else
 * before the end of what it goes into. A final state only ends: it stands in the middle of nothing.
 */
function stateWay(
  editor: Editor,
  ground: MachineGround,
  { state, holder, options }: { state: State; holder: StateCard | null; options: AddStateOptions },
): StateWay {
  if (options.connect === false || state.type === 'history') return NONE;
  const named = stateByKey(ground, options.from ?? null);
  if (named !== undefined) return leads(named) ? { join: 'state', source: named } : NONE;
  const focused = stateByKey(ground, editor.selection.getState().focus);
  const focus = focused !== undefined && leads(focused) ? focused : undefined;
  if ((options.at ?? options.around ?? options.into) !== undefined) return from(focus);
  const isEnd = state.type === 'final';
  const chosen = onlyEdge(editor);
  if (chosen !== undefined && !isEnd) return through(editor, chosen) ?? NONE;
  const last = focus ?? beforeTheEnd(ground, holder);
  const lines = last === undefined || isEnd ? [] : linesOf(ground, last);
  return (lines.length === 1 && lines[0] ? through(editor, lines[0]) : null) ?? from(last);
}

function from(source: StateCard | undefined): StateWay {
  return source === undefined ? NONE : { join: 'state', source };
}

function through(editor: Editor, edge: GraphEdge): StateWay | null {
  const found = transitionAt(editor, edge.key)?.transition;
  const target = found === undefined || found === null ? undefined : onlyTarget(found);
  return target === undefined || edge.implied ? null : { join: 'transition', edge, target };
}

function onlyTarget({ target }: Pick<Transition, 'target'>): string | undefined {
  return typeof target === 'string' ? target : target?.length === 1 ? target[0] : undefined;
}

function leads({ ports, shape }: StateCard): boolean {
  return ports.length > 0 && !shape.region && shape.kind !== 'final' && shape.kind !== 'history';
}

function linesOf({ scene }: MachineGround, { key, node }: StateCard): readonly GraphEdge[] {
  return scene.graph.edges.filter(
    ({ from, implied, transition }) => from === key && !implied && transition?.state === node.id,
  );
}

/** The state that leads to a final one, else the last one that may lead anywhere. */
function beforeTheEnd(ground: MachineGround, holder: StateCard | null): StateCard | undefined {
  const { nodes, edges } = ground.scene.graph;
  const here = nodes.flatMap((node) =>
    node.type === 'STATE' && node.parent === (holder?.key ?? null) ? [node] : [],
  );
  const ends = new Set(here.filter(({ shape }) => shape.kind === 'final').map(({ key }) => key));
  const able = here.filter(leads);
  return (
    able.find(({ key }) => edges.some(({ from, to, implied }) => from === key && ends.has(to) && !implied)) ??
    able.at(-1)
  );
}
