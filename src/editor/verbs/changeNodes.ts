import { present } from '#base';
import { type CapabilityPlan, type Edit, findNode, type NoteColor, type Place, type PlanNode } from '#plan';
import type { GraphNode } from '#projection';
import type { EditHow, Editor } from '../editor';
import { renameState } from '../machine/changeStates';
import type { Point } from '../place';
import { groundOf, nodeByKey, planToPlace, selectedCards, selectedNodes } from '../target';

/** Changes one node of the document; false when it cannot be edited, or the change is none (null) or refused. */
export function updateNode(
  editor: Editor,
  key: string,
  change: (node: PlanNode) => PlanNode | null,
  how: EditHow,
): boolean {
  const found = documentNode(editor, key);
  if (found === null || found.node.type === 'STATE') return false;
  const { plan, node } = found;
  // The scene follows a frame later: two changes in one frame would undo one another on what it shows.
  const now = planById(editor, plan);
  const to = change((now && findNode(now, node.node.id)?.node) ?? node.node);
  return to !== null && editor.edit({ edit: 'update-node', plan, node: node.node.id, to }, how).ok;
}

function planById(editor: Editor, id: string): CapabilityPlan | null {
  const plan = editor.workspace.plans.find((one) => one.id === id);
  return plan?.kind === 'capability' ? plan : null;
}

/** Names a node; an empty name is none. Names are labels: nothing refers to them (W2). */
export function renameNode(editor: Editor, key: string, name: string, gesture?: string): boolean {
  if (editor.scene.getState().machine !== null) return renameState(editor, key, name);
  const text = name.trim();
  const rename = (node: PlanNode): PlanNode => {
    const { name: _old, ...rest } = node;
    return text === '' ? rest : { ...rest, name: text };
  };
  return updateNode(editor, key, rename, { label: 'Rename', gesture: gesture ?? `rename:${key}` });
}

/** Switches the selected nodes off, or on again when all of them are off (L2, `disabled: skip`). */
export function disableSelection(editor: Editor): boolean {
  const ground = groundOf(editor);
  const nodes = selectedNodes(editor).filter((one) => one.type !== 'START' && one.type !== 'NOTE');
  if (ground === null || nodes.length === 0) return false;
  const off = nodes.some((one) => one.node.disabled === undefined);
  const edits = nodes.map(({ node }): Edit => {
    const { disabled: _old, ...rest } = node;
    const to: PlanNode = off ? { ...rest, disabled: 'skip' } : rest;
    return { edit: 'update-node', plan: ground.plan.id, node: node.id, to };
  });
  const label = off ? 'Disable' : 'Enable';
  return editor.edit({ edit: 'batch', label, edits }, { label }).ok;
}

/** Puts nodes where a drag or the keyboard left them; pixels from the top left of their containers. */
export function moveNodes(editor: Editor, points: ReadonlyMap<string, Point>, gesture?: string): boolean {
  return place(editor, { label: 'Move', ...present({ gesture }) }, points, moved);
}

/** The same for many nodes at once, under the name that undo shall show: what tidy found. */
export function placeAll(editor: Editor, points: ReadonlyMap<string, Point>, label: string): boolean {
  return place(editor, { label, still: true }, points, moved);
}

/** Moves the selected nodes by so many pixels; steps in one direction are one step of undo. */
export function nudgeSelection(editor: Editor, dx: number, dy: number): boolean {
  const { boxes } = editor.scene.getState();
  const points = new Map<string, Point>();
  for (const node of selectedCards(editor)) {
    const box = boxes.get(node.key);
    if (box) points.set(node.key, { x: box.x + dx, y: box.y + dy });
  }
  return points.size > 0 && moveNodes(editor, points, 'nudge');
}

/** Gives a box the size that its author drew (D4). */
export function resizeNode(editor: Editor, key: string, size: { width: number; height: number }): boolean {
  const sizes = new Map([[key, size]]);
  const how = { label: 'Resize', gesture: `resize:${key}`, still: true };
  return place(editor, how, sizes, (before) => ({ ...before, ...size }));
}

/** Folds a box in the document, for everybody, or unfolds it. */
export function collapseNode(editor: Editor, key: string, collapsed: boolean): boolean {
  return place(editor, { label: collapsed ? 'Collapse' : 'Expand' }, new Map([[key, null]]), (before) => {
    const { collapsed: _old, ...rest } = before;
    return collapsed ? { ...rest, collapsed } : rest;
  });
}

/** The colour of a note; without one it is the usual. */
export function colorNote(editor: Editor, key: string, color: NoteColor | undefined): boolean {
  return place(editor, { label: 'Colour' }, new Map([[key, null]]), ({ color: _old, ...rest }) =>
    color === undefined ? rest : { ...rest, color },
  );
}

function moved(before: Place, { x, y }: Point): Place {
  return { ...before, x, y };
}

/** What tidy, align and drag have in common: new places for many nodes, one step of undo. */
function place<Wish>(
  editor: Editor,
  how: EditHow,
  wishes: ReadonlyMap<string, Wish>,
  change: (before: Place, wish: Wish) => Place,
): boolean {
  const places: Record<string, Place> = {};
  let plan: string | null = null;
  for (const [key, wish] of wishes) {
    const found = documentNode(editor, key);
    if (found === null || (found.node.type === 'STATE' && found.node.shape.region)) continue;
    const before = placeOf(editor, found.plan, found.node);
    const next = change(before, wish);
    // What stays where it is needs no step of undo: a second tidy makes none.
    if (isStored(editor, found.plan, found.node) && samePlace(before, next)) continue;
    plan = found.plan;
    places[found.node.node.id] = next;
  }
  if (plan === null) return false;
  return editor.edit({ edit: 'place-nodes', plan, places }, how).ok;
}

/** The place that a node has in the document, or the one that it was given on the canvas. */
function placeOf(editor: Editor, plan: string, node: GraphNode): Place {
  const stored = editor.workspace.layout[plan]?.[node.node.id];
  const box = editor.scene.getState().boxes.get(node.key);
  return stored ?? { x: box?.x ?? 0, y: box?.y ?? 0 };
}

function isStored(editor: Editor, plan: string, node: GraphNode): boolean {
  return editor.workspace.layout[plan]?.[node.node.id] !== undefined;
}

function samePlace(one: Place, other: Place): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height &&
    one.collapsed === other.collapsed &&
    one.color === other.color &&
    one.labels === other.labels
  );
}

function documentNode(editor: Editor, key: string): { plan: string; node: GraphNode } | null {
  const plan = planToPlace(editor);
  const node = nodeByKey(editor.scene.getState().graph, key);
  return plan === null || node === undefined || node.dynamic ? null : { plan, node };
}
