import type { GraphEdge } from '#projection';
import type { Editor } from '../editor';
import { edgeByKey } from '../target';

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

/** The edge that is chosen, when it is one and nothing else is. */
export function onlyEdge(editor: Editor): GraphEdge | undefined {
  const { nodes, edges } = editor.selection.getState();
  const [key] = edges;
  if (nodes.size > 0 || edges.size !== 1 || key === undefined) return undefined;
  return edgeByKey(editor.scene.getState().graph, key);
}

function firstAt(editor: Editor, edges: readonly GraphEdge[]): GraphEdge | undefined {
  const { focus } = editor.selection.getState();
  return edges.find((edge) => edge.from === focus) ?? edges.find((edge) => edge.to === focus) ?? edges[0];
}

function after(edges: readonly GraphEdge[], chosen: GraphEdge, by: 1 | -1): number {
  const at = edges.findIndex((edge) => edge.key === chosen.key);
  return (at + by) % edges.length;
}
