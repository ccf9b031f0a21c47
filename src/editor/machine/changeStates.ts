import { PADDING, TITLE_BAR } from '#layout';
import { type Edit, findState, type Place, type State, stateIds } from '#plan';
import type { EditHow, Editor } from '../editor';
import type { Point } from '../place';
import { selectedCards } from '../target';
import { keyOfState, machineGroundOf, stateByKey, stateNow } from './ground';
import { transitionsOfEdges } from './transitions';

/** Changes one state of the document; false when it cannot be edited, or the change is none (null) or refused. */
export function updateState(
  editor: Editor,
  key: string,
  change: (state: State) => State | null,
  how: EditHow,
): boolean {
  const ground = machineGroundOf(editor);
  const card = ground && stateByKey(ground, key);
  const now = ground && card && stateNow(ground, card);
  const to = now ? change(now) : null;
  if (!ground || !now || to === null) return false;
  const done = editor.edit({ edit: 'update-state', plan: ground.plan.id, state: now.id, to }, how);
  if (done.ok && to.id !== now.id) editor.select([keyOfState(to.id)]);
  return done.ok;
}

/** Names a state; an empty name is none. Names are labels: nothing refers to them (W2). */
export function renameState(editor: Editor, key: string, name: string): boolean {
  const text = name.trim();
  const rename = (state: State): State => {
    const { name: _old, ...rest } = state;
    return text === '' ? rest : { ...rest, name: text };
  };
  return updateState(editor, key, rename, { label: 'Rename', gesture: `rename:${key}` });
}

/**
 * Deletes the chosen states and transitions. Transitions that led to a deleted state go with it; nothing is led
 * elsewhere.
 *
 * @returns how many states and transitions went, those that led to deleted states included
 */
export function removeStates(editor: Editor): number {
  const ground = machineGroundOf(editor);
  if (ground === null) return 0;
  const { plan, scene } = ground;
  const chosen = editor.selection.getState().edges;
  const states = selectedCards(editor).map(({ node }) => node.id);
  const edges = scene.graph.edges.filter(({ key }) => chosen.has(key));
  const transitions = transitionsOfEdges(edges).filter(
    ({ state }) => state === null || !states.includes(state),
  );
  if (states.length + transitions.length === 0) return 0;
  const edits: Edit[] = [];
  if (transitions.length > 0)
    edits.push({
      edit: 'remove-transitions',
      plan: plan.id,
      transitions: transitions.map(({ state, path }) => ({ state, path })),
    });
  if (states.length > 0) edits.push({ edit: 'remove-states', plan: plan.id, states });
  const lines = states.length === 0 ? 0 : leadingTo(editor, states);
  const label = labelOf(states.length, transitions.length + lines);
  const next = scene.graph.edges.find(
    ({ to, from, implied }) => to === `/${states[0]}` && from !== to && !implied,
  );
  if (!editor.edit({ edit: 'batch', label, edits }, { label }).ok) return 0;
  const beside = next === undefined ? edges[0]?.from : next.from;
  editor.select(beside === undefined ? [] : [beside]);
  return states.length + transitions.length + lines;
}

/** How many transitions of others lead to these states. */
function leadingTo(editor: Editor, states: readonly string[]): number {
  const keys = new Set(states.map(keyOfState));
  const { graph } = editor.scene.getState();
  return transitionsOfEdges(graph.edges.filter(({ from, to }) => keys.has(to) && !keys.has(from))).length;
}

/** What undo, and the message after it, call it. */
function labelOf(states: number, transitions: number): string {
  const parts = [
    ...(states === 0 ? [] : [states === 1 ? 'a state' : `${states} states`]),
    ...(transitions === 0 ? [] : [transitions === 1 ? 'a transition' : `${transitions} transitions`]),
  ];
  return `Delete ${parts.join(' and ')}`;
}

/** Where a state was dropped: in which other (null is the machine itself), and where its corner is there. */
interface Drop extends Point {
  readonly key: string;
  readonly parent: string | null;
}

/** Puts states where they were dropped, into another one too; their transitions stay. */
export function dropStates(editor: Editor, drops: readonly Drop[]): boolean {
  const ground = machineGroundOf(editor);
  if (ground === null) return false;
  const { plan } = ground;
  const edits: Edit[] = [];
  const places: Record<string, Place> = {};
  const keys: string[] = [];
  for (const { key, parent, x, y } of drops) {
    const card = stateByKey(ground, key);
    if (card === undefined || card.shape.region) continue;
    const { id } = card.node;
    const target = stateByKey(ground, parent);
    const moves = card.parent !== parent;
    if (moves && target !== undefined && stateIds({ states: [card.node] }).has(target.node.id)) continue;
    if (moves) edits.push({ edit: 'move-state', plan: plan.id, state: id, into: target?.node.id ?? null });
    places[id] = { ...editor.workspace.layout[plan.id]?.[id], x, y };
    keys.push(key);
  }
  if (keys.length === 0) return false;
  edits.push({ edit: 'place-nodes', plan: plan.id, places });
  const done = editor.edit({ edit: 'batch', label: 'Move', edits }, { label: 'Move' }).ok;
  if (done) editor.select(keys);
  return done;
}

/** Puts a compound state around the chosen ones, which begins with the first of them. */
export function nestSelection(editor: Editor): string | null {
  const ground = machineGroundOf(editor);
  const cards = selectedCards(editor).flatMap((card) =>
    card.type === 'STATE' && !card.shape.region ? [card] : [],
  );
  const [first] = cards;
  if (ground === null || first === undefined || cards.some(({ parent }) => parent !== first.parent))
    return null;
  const { plan, scene } = ground;
  const ids = stateIds(plan);
  let number = 1;
  while (ids.has(`compound-${number}`)) number++;
  const id = `compound-${number}`;
  const boxes = cards.flatMap(({ key, node }) => {
    const box = scene.boxes.get(key);
    return box === undefined ? [] : [{ id: node.id, box }];
  });
  const left = Math.min(...boxes.map(({ box }) => box.x)) - 3 * PADDING;
  const top = Math.min(...boxes.map(({ box }) => box.y)) - PADDING - TITLE_BAR;
  const stored = editor.workspace.layout[plan.id] ?? {};
  const places: Record<string, Place> = { [id]: { x: left, y: top } };
  for (const one of boxes) places[one.id] = { ...stored[one.id], x: one.box.x - left, y: one.box.y - top };
  const into = findState(plan, first.node.id)?.parent ?? null;
  const outer = into === null ? plan : findState(plan, into)?.state;
  const begins = cards.find(({ node }) => node.id === outer?.initial) ?? first;
  const edits: Edit[] = [
    { edit: 'add-state', plan: plan.id, into, state: { id, type: 'compound', initial: begins.node.id } },
    ...cards.map(({ node }): Edit => ({ edit: 'move-state', plan: plan.id, state: node.id, into: id })),
    { edit: 'place-nodes', plan: plan.id, places },
  ];
  // What began with one of them begins with the state around them.
  if (outer !== undefined && outer.initial === begins.node.id) {
    if ('kind' in outer) edits.unshift({ edit: 'update-plan', plan: plan.id, to: { initial: id } });
    else
      edits.unshift({ edit: 'update-state', plan: plan.id, state: outer.id, to: { ...outer, initial: id } });
  }
  if (!editor.edit({ edit: 'batch', label: 'Nest', edits }, { label: 'Nest' }).ok) return null;
  editor.select([keyOfState(id)]);
  return keyOfState(id);
}
