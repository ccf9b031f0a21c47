import { lineOf } from '#picture';
import type { GraphBox, StateCard as State } from '#projection';
import { useResult } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { ForeseenBadge, MarkPill, PinBadge, StaleBadge } from './marks';

import { Ports } from './Ports';

interface Props {
  readonly node: State;
  readonly box: GraphBox;
  readonly selected: boolean;
}

/** A state that holds no others: its name and the one line that matters; "final" where nothing goes on. */
export function StateCard({ node, box, selected }: Props) {
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
