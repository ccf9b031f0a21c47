import {
  applyNodeChanges,
  Background,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  type OnNodesChange,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { memo, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { drawing } from '../drawing';
import '@xyflow/react/dist/style.css';
import './bare.css';

type CardNode = Node<{ readonly name: string }, 'card'>;

/** React Flow as its documentation uses it: a memoised card, its own edges, nothing of Planloom. */
const Card = memo(function Card({ data }: NodeProps<CardNode>) {
  return (
    <div className="card">
      <Handle type="target" position={Position.Left} />
      <span className="glyph">◇</span>
      <span>
        <b>{data.name}</b>
        <small>table.filter</small>
      </span>
      <Handle type="source" position={Position.Right} />
    </div>
  );
});

const NODE_TYPES = { card: Card };
const query = new URLSearchParams(location.search);
const { nodes, edges } = drawing(Number(query.get('n') ?? 100));

const NODES: CardNode[] = nodes.map(({ id, name, x, y }) => ({
  id,
  type: 'card',
  position: { x, y },
  data: { name },
}));
const EDGES: Edge[] = edges.map(({ from, to }) => ({ id: `${from}-${to}`, source: from, target: to }));

function Bare() {
  const [shown, setShown] = useState(NODES);
  const onNodesChange = useCallback<OnNodesChange<CardNode>>(
    (changes) => setShown((before) => applyNodeChanges(changes, before)),
    [],
  );
  return (
    <main style={{ width: `${query.get('width')}px`, height: `${query.get('height')}px` }}>
      <ReactFlow
        nodes={shown}
        edges={EDGES}
        nodeTypes={NODE_TYPES}
        onNodesChange={onNodesChange}
        panOnScroll
        minZoom={0.05}
        defaultViewport={{ x: 0, y: 0, zoom: 1 }}
      >
        <Background gap={20} />
      </ReactFlow>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Bare />);
