import type { State, Transition } from '#plan';
import type { GraphEdge, StateCard } from '#projection';
import type { Editor } from '../editor';
import type { Point } from '../place';
import { onlyEdge } from '../target';
import { type MachineGround, stateByKey } from './ground';
import { transitionAt } from './transitions';

/** Where a gesture wants a new state. */
export interface AddStateOptions {
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
export type StateWay =
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
export function stateWay(
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
