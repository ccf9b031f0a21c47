import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { lineOf } from '#picture';
import { CardGlyph } from '../glyphs/glyphs';
import { useBox, useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { ForeseenBadge, PinBadge } from './marks';

/** A step as a row of text: what an executor shows when cards would be too small to read (D4). */
export const Row = memo(function Row({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  return (
    <CardFrame node={node} kind="row" scale={1} selected={selected}>
      <CardGlyph node={node} size={14} />
      <span className="name" title={node.title}>
        {node.title}
      </span>
      <span className="line" title={lineOf(node)}>
        {lineOf(node)}
      </span>
      <PinBadge node={node.key} />
      <ForeseenBadge node={node.key} />
      <CardState node={node} />
    </CardFrame>
  );
});
