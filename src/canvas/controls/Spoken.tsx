import type { DrawnTransition, GraphEdge, GraphNode } from '#projection';
import { useCanvas } from '../state/canvasStore';

/** What a screen reader is told, politely: the step of a connection, a reason against it, or the chosen edge. */
export function Spoken({ announcement }: { readonly announcement: string }) {
  const connecting = useCanvas((state) => state.connecting?.spoken);
  const refusal = useCanvas((state) => state.dragged?.refusal);
  const edges = useCanvas((state) => state.edges);
  const chosen = useCanvas((state) => state.selectedEdges);
  const nodes = useCanvas((state) => state.nodes);
  const only = chosen.size === 1 ? edges.find((edge) => chosen.has(edge.key)) : undefined;
  const edge = only && `Edge: ${edgeInWords(only, nodes)}.`;
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {connecting ?? refusal ?? edge ?? announcement}
    </p>
  );
}

/** A transition as words: "ready, from start to searching", "begins at start". */
function transitionInWords(
  { from, to }: GraphEdge,
  { cause, label, state, lit }: DrawnTransition,
  nodes: ReadonlyMap<string, GraphNode>,
): string {
  const target = nodes.get(to)?.title ?? to;
  if (cause === 'initial') return `Begins at ${target}`;
  const what = label === '' ? '' : `${label}, `;
  const where = state === null ? 'from anywhere' : `from ${nodes.get(from)?.title ?? from}`;
  return `${what}${where} to ${from === to && state !== null ? 'itself' : target}${lit ? ', possible now' : ''}`;
}

/** An edge as words: "Big change?, then, to Ask the analyst". */
function edgeInWords(edge: GraphEdge, nodes: ReadonlyMap<string, GraphNode>): string {
  if (edge.transition !== undefined) return transitionInWords(edge, edge.transition, nodes);
  const port = edge.port === 'out' ? '' : `, ${edge.port},`;
  return `${nodes.get(edge.from)?.title ?? edge.from}${port} to ${nodes.get(edge.to)?.title ?? edge.to}`;
}

/** E6: so many nodes are in the page; of larger graphs the outline tells the edges. */
const MOST = 450;

/** The edges in words, for those who cannot see the lines that are painted. */
export function EdgeList() {
  const edges = useCanvas((state) => state.edges);
  const nodes = useCanvas((state) => state.nodes);
  if (edges.length === 0 || edges.length > MOST) return null;
  return (
    <ul className="visually-hidden" aria-label="Edges">
      {edges.map((edge) => (
        <li key={edge.key} data-edge={edge.key} data-state={edge.state}>
          {edgeInWords(edge, nodes)}
        </li>
      ))}
    </ul>
  );
}
