import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { NodeGlyph } from '../glyphs/NodeGlyph';
import { useBox, useGraphNode } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { capabilityOf, isNameless, lineOf } from './cardText';
import { MarkPill } from './MarkPill';
import { Ports } from './Ports';

/** A leaf: glyph, name, the one line that matters, the shape of its status, and its ports. */
export const Card = memo(function Card({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  return (
    <CardFrame node={node} kind="card" scale={box.scale} selected={selected}>
      <span className="tile">
        <NodeGlyph type={isNameless(node) ? 'GHOST' : node.type} capability={capabilityOf(node)} />
      </span>
      <span className="text">
        <span className="name" title={node.title}>
          {node.title}
        </span>
        <span className="line" title={lineOf(node)}>
          {lineOf(node)}
        </span>
      </span>
      <CardState node={node} />
      <MarkPill mark={node.mark} />
      <Ports node={node} box={box} />
    </CardFrame>
  );
});
