import { type Edge, type Edit, heal } from '#plan';
import type { Editor } from '../editor';
import { removeStates } from '../machine/changeStates';
import { edgeByKey, groundOf, nodeByKey, selectedNodes } from '../target';

/**
 * Deletes what is selected. With `heal`, the default, what led to a deleted node leads to what came after it (E1).
 *
 * @returns how many nodes and edges were deleted
 */
export function removeSelection(editor: Editor, options: { readonly heal?: boolean } = {}): number {
  if (editor.scene.getState().machine !== null) return removeStates(editor);
  const ground = groundOf(editor);
  if (ground === null) return 0;
  const { plan, scene } = ground;
  const nodes = selectedNodes(editor).map((node) => node.node.id);
  const edges: Edge[] = [];
  for (const key of editor.selection.getState().edges) {
    const edge = edgeByKey(scene.graph, key);
    const from = nodeByKey(scene.graph, edge?.from ?? null);
    const to = nodeByKey(scene.graph, edge?.to ?? null);
    if (!edge || !from || !to || edge.implied || from.dynamic) continue;
    edges.push({ from: from.node.id, port: edge.port, to: to.node.id });
  }
  const edits: Edit[] = [];
  if (edges.length > 0) edits.push({ edit: 'remove-edges', plan: plan.id, edges });
  if (nodes.length > 0) {
    edits.push(options.heal === false ? { edit: 'remove-nodes', plan: plan.id, nodes } : heal(plan, nodes));
  }
  const count = nodes.length + edges.length;
  if (count === 0) return 0;
  const next = neighbourOf(editor);
  const label = count === 1 ? 'Delete' : `Delete ${count}`;
  if (!editor.edit({ edit: 'batch', label, edits }, { label }).ok) return 0;
  editor.select(next === null ? [] : [next]);
  return count;
}

/** Where the keyboard stands afterwards: what came before the deleted node, so that one can go on from there. */
function neighbourOf(editor: Editor): string | null {
  const { focus, nodes } = editor.selection.getState();
  const { graph } = editor.scene.getState();
  const before = graph.edges.find((edge) => edge.to === focus && !nodes.has(edge.from));
  return before?.from ?? null;
}
