import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useBox, useCanvas, useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';

/** A region of a parallel state: a pane with its name at the corner, parted from the others by a dashed line. */
export const Region = memo(function Region({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  const empty = useCanvas((state) => ![...state.nodes.values()].some(({ parent }) => parent === id));
  if (!node || !box) return null;
  return (
    <CardFrame node={node} kind="region" scale={1} selected={selected}>
      <span className="edges" data-left={box.x > 0 || undefined} data-top={box.y > 60 || undefined} />
      <span className="label" title={node.line}>
        {node.title}
      </span>
      {empty && <span className="hint">{node.line === '' ? 'Drop states here' : node.line}</span>}
    </CardFrame>
  );
});
