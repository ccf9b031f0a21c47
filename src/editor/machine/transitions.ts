import { note, own } from '#base';
import {
  type AnyTransition,
  type Edit,
  findState,
  labelPlace,
  listOf,
  type State,
  type StateMachinePlan,
  splitPath,
  stateIds,
} from '#plan';
import { type DrawnTransition, type GraphEdge, transitionKey } from '#projection';
import type { EditHow, Editor } from '../editor';
import { edgeByKey, nodeByKey } from '../target';
import { machineGroundOf, stateByKey } from './ground';

/** An event type that a state has no transition for yet. */
export function freeEvent(state: State): string {
  const taken = new Set((state.on ?? []).map(({ event }) => event));
  if (!taken.has('next')) return 'next';
  let number = 2;
  while (taken.has(`next.${number}`)) number++;
  return `next.${number}`;
}

/** Whether a transition may lead from one state to another: true, or why not in one sentence. */
export function canLead(editor: Editor, from: string, to: string): true | string {
  const ground = machineGroundOf(editor);
  if (ground === null) return 'This plan cannot be edited now.';
  const source = stateByKey(ground, from);
  if (source === undefined || stateByKey(ground, to) === undefined) return 'There is no such state.';
  if (source.shape.kind === 'final') return 'Nothing leads from a final state.';
  if (source.shape.kind === 'history') return 'A history state leads to where the machine was before.';
  return true;
}

/** Adds a transition for an event of its own, and chooses it, so that it can be named. */
export function lead(editor: Editor, from: string, to: string): boolean {
  const answer = canLead(editor, from, to);
  if (answer !== true) editor.refuse(note('NOT_CONNECTED', answer, 'Choose another state.'));
  const ground = machineGroundOf(editor);
  const source = ground && stateByKey(ground, from);
  const target = ground && stateByKey(ground, to);
  if (answer !== true || !ground || !source || !target) return false;
  const now = findState(ground.plan, source.node.id)?.state ?? source.node;
  const index = now.on?.length ?? 0;
  const done = editor.edit(
    {
      edit: 'add-transition',
      plan: ground.plan.id,
      state: source.node.id,
      list: '/on',
      transition: { event: freeEvent(now), target: target.node.id },
    },
    { label: 'Connect' },
  );
  if (done.ok) editor.select([], [`${transitionKey(source.node.id, `/on/${index}`)}->${target.node.id}`]);
  return done.ok;
}

/** The states that a transition may lead to, the nearest first and its own last. */
export function statesToLeadTo(editor: Editor, from: string): readonly string[] {
  const { graph, boxes } = editor.scene.getState();
  const origin = boxes.get(from);
  const far = (key: string): number => {
    const box = boxes.get(key);
    if (key === from) return Number.POSITIVE_INFINITY;
    if (box === undefined || origin === undefined) return 1_000_000;
    const near = nodeByKey(graph, key)?.parent === nodeByKey(graph, from)?.parent ? 0 : 100_000;
    return near + Math.hypot(box.x - origin.x, box.y - origin.y) + (box.x < origin.x ? 10_000 : 0);
  };
  return graph.nodes
    .filter(({ key }) => canLead(editor, from, key) === true)
    .map(({ key }) => key)
    .toSorted((one, other) => far(one) - far(other));
}

/** A transition of the document, by the edge that draws it. */
interface FoundTransition {
  readonly plan: StateMachinePlan;
  readonly drawn: DrawnTransition;
  /** Null of `defaultNext`, which is a name and no more. */
  readonly transition: AnyTransition | null;
}

export function transitionAt(editor: Editor, edge: string): FoundTransition | null {
  const drawn = edgeByKey(editor.scene.getState().graph, edge)?.transition;
  const { machine, open } = editor.scene.getState();
  const plan = editor.workspace.plans.find(({ id }) => id === (open ?? machine)?.id);
  if (drawn === undefined || plan?.kind !== 'state-machine') return null;
  const owner = drawn.state === null ? plan : findState(plan, drawn.state)?.state;
  if (owner === undefined) return null;
  const { list, index } = splitPath(drawn.path);
  return { plan, drawn, transition: listOf(owner, list)?.[index] ?? null };
}

/** Changes a transition; its line stays chosen, also when it leads elsewhere. */
export function updateTransition(editor: Editor, edge: string, to: AnyTransition, how: EditHow): boolean {
  const ground = machineGroundOf(editor);
  const drawn = edgeByKey(editor.scene.getState().graph, edge)?.transition;
  if (ground === null || drawn === undefined) return false;
  const { state, path } = drawn;
  const done = editor.edit({ edit: 'update-transition', plan: ground.plan.id, state, path, to }, how);
  if (done.ok) chooseTransition(editor, state, path);
  return done.ok;
}

/** Gives a transition another priority, and keeps it chosen. */
export function moveTransition(editor: Editor, edge: string, by: 1 | -1): boolean {
  const ground = machineGroundOf(editor);
  const drawn = edgeByKey(editor.scene.getState().graph, edge)?.transition;
  if (ground === null || drawn === undefined) return false;
  const { list, index } = splitPath(drawn.path);
  const edit: Edit = {
    edit: 'move-transition',
    plan: ground.plan.id,
    state: drawn.state,
    path: drawn.path,
    index: index + by,
  };
  const done = editor.edit(edit, { label: 'Reorder transitions' });
  if (done.ok) chooseTransition(editor, drawn.state, `${list}/${index + by}`);
  return done.ok;
}

/** Chooses the first line of a transition. */
export function chooseTransition(editor: Editor, state: string | null, path: string): void {
  editor.redraw();
  const key = transitionKey(state, path);
  const edge = editor.scene.getState().graph.edges.find((one) => one.key.startsWith(`${key}->`));
  if (edge !== undefined) editor.select([], [edge.key]);
}

/** Moves the label of a transition: kept in the layout, with the place of its state, or of the one it leads to. */
export function moveLabel(editor: Editor, edge: string, offset: { x: number; y: number }): boolean {
  const ground = machineGroundOf(editor);
  const line = edgeByKey(editor.scene.getState().graph, edge);
  if (ground === null || line?.transition === undefined) return false;
  const { plan, scene } = ground;
  const { state, name } = labelPlace(line.transition.state, line.transition.path, line.to.slice(1));
  if (!stateIds(plan).has(state)) return false;
  const box = scene.boxes.get(`/${state}`);
  const before = own(editor.workspace.layout[plan.id] ?? {}, state) ?? { x: box?.x ?? 0, y: box?.y ?? 0 };
  const labels = { ...before.labels, [name]: offset };
  return editor.edit(
    { edit: 'place-nodes', plan: plan.id, places: { [state]: { ...before, labels } } },
    { label: 'Move label', gesture: `label:${edge}`, still: true },
  ).ok;
}

/** The transitions that some edges draw, each once; marks are none. */
export function transitionsOfEdges(edges: readonly GraphEdge[]): readonly DrawnTransition[] {
  const found = new Map<string, DrawnTransition>();
  for (const { transition, implied } of edges) {
    if (transition !== undefined && !implied)
      found.set(transitionKey(transition.state, transition.path), transition);
  }
  return [...found.values()];
}
