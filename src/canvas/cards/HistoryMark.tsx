import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';

/** A history state: H remembers one level, H* all of them. */
export const HistoryMark = memo(function HistoryMark({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  if (node?.type !== 'STATE') return null;
  return (
    <CardFrame node={node} kind="history" scale={1} selected={selected}>
      <span className="sign" title={`${node.title}: ${node.line}`}>
        {node.shape.deep ? 'H*' : 'H'}
      </span>
    </CardFrame>
  );
});
