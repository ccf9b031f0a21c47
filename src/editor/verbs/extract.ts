import { note } from '#base';
import { extractSubPlan, nodeIds, type Place } from '#plan';
import type { Editor } from '../editor';
import { groundOf, keyOf, selectedNodes } from '../target';

/**
 * Puts the selected nodes into a plan of their own, which a SUB_PLAN runs where they stood (E1).
 *
 * @returns the key of the SUB_PLAN; null when it was refused, with the reason in `document.refused`
 */
export function extractSelection(editor: Editor): string | null {
  if (editor.scene.getState().machine !== null) {
    editor.refuse(note('CANNOT_EXTRACT', 'States belong to their machine.', 'Group them instead.'));
    return null;
  }
  const ground = groundOf(editor);
  const nodes = selectedNodes(editor);
  const parent = nodes[0]?.parent ?? null;
  if (ground === null || nodes.length === 0) return null;
  const { plan, scene } = ground;
  const boxes = nodes.flatMap(({ key, node }) => {
    const box = scene.boxes.get(key);
    return box === undefined ? [] : [{ id: node.id, box }];
  });
  const left = Math.min(...boxes.map(({ box }) => box.x));
  const top = Math.min(...boxes.map(({ box }) => box.y));
  const stored = editor.workspace.layout[plan.id] ?? {};
  const inside: Record<string, Place> = {};
  for (const id of nodeIds({ nodes: nodes.map(({ node }) => node), edges: [] })) {
    const place = stored[id];
    if (place !== undefined) inside[id] = place;
  }
  for (const { id, box } of boxes) inside[id] = { ...stored[id], x: box.x - left, y: box.y - top };
  const made = extractSubPlan(
    plan,
    nodes.map(({ node }) => node.id),
    new Set(editor.workspace.plans.map(({ id }) => id)),
    boxes.length === 0 ? { inside } : { inside, at: { x: left, y: top } },
  );
  if (!made.ok) {
    editor.refuse(made.problem);
    return null;
  }
  if (!editor.edit(made.value.edit, { label: 'Extract into a sub-plan' }).ok) return null;
  const key = keyOf(parent, made.value.node);
  editor.select([key]);
  return key;
}
