import { useCanvas } from '../state/canvasStore';
import { edgeInWords } from './Spoken';

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
