import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { lineOf } from '#picture';
import { CardGlyph } from '../glyphs/glyphs';
import { useBox, useGraphNode } from '../state/canvasStore';
import { TurnSegments } from './AgentInside';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { Elapsed } from './Elapsed';
import { Caution, ForeseenBadge, MarkPill, PinBadge, StaleBadge } from './marks';

import { Ports } from './Ports';

import { StateCard } from './StateCard';

/** A leaf: glyph, name, the one line that matters, the shape of its status, and its ports. */
export const Card = memo(function Card({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  if (node.type === 'STATE') return <StateCard node={node} box={box} selected={selected} />;
  return (
    <CardFrame node={node} kind="card" scale={box.scale} selected={selected}>
      <span className="tile">
        <CardGlyph node={node} />
      </span>
      <span className="text">
        <span className="name" title={node.title}>
          {node.title}
        </span>
        <span className="line" title={lineOf(node)}>
          {lineOf(node)}
          {node.asking && (
            <>
              {' · '}
              <Elapsed span={node.asking} />
            </>
          )}
        </span>
        {node.agent !== undefined && <TurnSegments card={node.agent} />}
      </span>
      <CardState node={node} />
      <MarkPill mark={node.mark} />
      <Caution node={node} />
      <PinBadge node={node.key} />
      <StaleBadge node={node.key} />
      <ForeseenBadge node={node.key} />
      <Ports node={node} box={box} />
    </CardFrame>
  );
});
