import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { lineOf } from '#picture';
import type { GraphBox, StateCard as State } from '#projection';
import { CardGlyph } from '../glyphs/glyphs';
import { useBox, useGraphNode, useResult } from '../state/canvasStore';
import { TurnSegments } from './AgentInside';
import { CardFrame, Ports } from './CardFrame';
import { CardState, Caution, Elapsed, ForeseenBadge, MarkPill, PinBadge, StaleBadge } from './CardState';

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

interface Props {
  readonly node: State;
  readonly box: GraphBox;
  readonly selected: boolean;
}

/** A state that holds no others: its name and the one line that matters; "final" where nothing goes on. */
function StateCard({ node, box, selected }: Props) {
  const line = lineOf(node);
  const isKept = useResult(node.key) !== undefined && node.status === null;
  const ends = node.shape.kind === 'final' || node.node.isTerminal === true;
  return (
    <CardFrame node={node} kind="state" scale={box.scale} selected={selected}>
      <span className="text">
        <span className="name" title={node.title}>
          {node.title}
        </span>
        {line !== '' && (
          <span className="line" title={line}>
            {line}
          </span>
        )}
      </span>
      {ends && <span className="ends">final</span>}
      {(isKept || showsState(node)) && <CardState node={node} />}
      <MarkPill mark={node.mark} />
      <PinBadge node={node.key} />
      <StaleBadge node={node.key} />
      <ForeseenBadge node={node.key} />
      <Ports node={node} box={box} />
    </CardFrame>
  );
}

/** The fill says that a state is active; a shape is for problems and ends. */
function showsState({ status, reason, shape }: State): boolean {
  if (status === null) return reason !== null;
  return status === 'failed' || (shape.kind === 'final' && status === 'succeeded');
}
