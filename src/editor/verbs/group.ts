import { GRID, TITLE_BAR } from '#layout';
import { groupNodes, newNode, nodeIds, type Place } from '#plan';
import type { Editor } from '../editor';
import { nestSelection } from '../machine/changeStates';
import { groundOf, keyOf, selectedNodes } from '../target';

/** Between the border of a new group and what is in it. */
const PADDING = GRID;

/**
 * Puts the selected nodes of one container into a new GROUP that stands where they stood (E1). The edges between them go along:
 * what they join is one branch.
 *
 * @returns the key of the group; null when there is nothing to group
 */
export function groupSelection(editor: Editor): string | null {
  if (editor.scene.getState().machine !== null) return nestSelection(editor);
  const ground = groundOf(editor);
  const nodes = selectedNodes(editor).filter((node) => node.type !== 'START');
  const parent = nodes[0]?.parent ?? null;
  if (ground === null || nodes.length === 0 || nodes.some((node) => node.parent !== parent)) return null;
  const { plan, scene } = ground;
  const group = newNode('GROUP', nodeIds(plan));
  if (group.type !== 'GROUP') return null;
  const boxes = nodes.flatMap((node) => {
    const box = scene.boxes.get(node.key);
    return box === undefined ? [] : [{ id: node.node.id, box }];
  });
  const left = Math.min(...boxes.map(({ box }) => box.x)) - PADDING;
  const top = Math.min(...boxes.map(({ box }) => box.y)) - PADDING - TITLE_BAR;
  const stored = editor.workspace.layout[plan.id] ?? {};
  const places: Record<string, Place> = { [group.id]: { x: left, y: top } };
  // Removing nodes drops their places, and those of all that is in them.
  for (const id of nodeIds({ nodes: nodes.map((node) => node.node), edges: [] })) {
    const place = stored[id];
    if (place !== undefined) places[id] = place;
  }
  for (const { id, box } of boxes) places[id] = { ...stored[id], x: box.x - left, y: box.y - top };
  const edit = groupNodes(
    plan,
    nodes.map((node) => node.node.id),
    group,
    places,
  );
  if (!edit.ok) {
    editor.refuse(edit.problem);
    return null;
  }
  if (!editor.edit(edit.value, { label: 'Group' }).ok) return null;
  const key = keyOf(parent, group);
  editor.select([key]);
  return key;
}
