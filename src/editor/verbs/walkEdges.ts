import type { GraphEdge } from '#projection';
import type { Editor } from '../editor';
import { onlyEdge } from '../target';

/**
 * Chooses an edge without a mouse: the first that leaves the node in focus, else the first that comes to it; then
 * the next or the previous one of the plan. A chosen edge takes a new node into its middle, or is deleted.
 *
 * @returns the key of the edge; null when there is none
 */
export function walkEdges(editor: Editor, by: 1 | -1): string | null {
  const { graph } = editor.scene.getState();
  const edges = graph.edges.filter((edge) => !edge.implied);
  const chosen = onlyEdge(editor);
  const next = chosen === undefined ? firstAt(editor, edges) : edges.at(after(edges, chosen, by));
  if (next === undefined) return null;
  editor.select([], [next.key]);
  return next.key;
}

function firstAt(editor: Editor, edges: readonly GraphEdge[]): GraphEdge | undefined {
  const { focus } = editor.selection.getState();
  return edges.find((edge) => edge.from === focus) ?? edges.find((edge) => edge.to === focus) ?? edges[0];
}

function after(edges: readonly GraphEdge[], chosen: GraphEdge, by: 1 | -1): number {
  const at = edges.findIndex((edge) => edge.key === chosen.key);
  return (at + by) % edges.length;
}
