import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { LANE_HINTS, lineOf } from '#picture';
import type { GraphNode } from '#projection';
import { CardGlyph, StatusGlyph } from '../glyphs/glyphs';
import { Markdown } from '../markdown/Markdown';
import { useBox, useCanvas, useGraphNode } from '../state/canvasStore';
import { CardFrame, Ports, ResizeCorner } from './CardFrame';
import { CardState, ForeseenBadge, MarkPill, PinBadge } from './CardState';

/** Where ways part (FORK) or meet (JOIN): a bar that edges run into, with what it waits for below. */
export const Bar = memo(function Bar({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  const line = lineOf(node);
  const named = node.node.name?.trim() ?? '';
  const caption = [named, line].filter((text) => text !== '').join(' · ');
  return (
    <CardFrame node={node} kind="bar" scale={box.scale} selected={selected}>
      <span className="beam" title={`${node.title}${line === '' ? '' : `: ${line}`}`} />
      {caption !== '' && <span className="caption">{caption}</span>}
      <CardState node={node} />
      <MarkPill mark={node.mark} />
      <Ports node={node} box={box} />
    </CardFrame>
  );
});

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

/**
 * One body of a TRY_CATCH: its name at the corner, a dashed line above it. It stands for no node, so it is neither
 * chosen nor dragged: the pointer meets the box below.
 */
export const Lane = memo(function Lane({ id }: NodeProps) {
  const lane = useGraphNode(id);
  const drop = useCanvas((state) => state.dropBox === id);
  const empty = useCanvas((state) => ![...state.nodes.values()].some(({ parent }) => parent === id));
  const box = useCanvas((state) => state.nodes.get(lane?.parent ?? '')?.title ?? '');
  if (!lane) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SPEC U names the role; a fieldset would be a form.
    <div
      role="group"
      aria-label={`${lane.title} of ${box}`}
      className="lane"
      data-lane={lane.lane}
      data-status={lane.status ?? undefined}
      data-drop={drop || undefined}
    >
      <span className="label">
        {lane.title}
        <LaneState lane={lane} />
      </span>
      {empty && <span className="hint">{LANE_HINTS[lane.lane ?? 'try']}</span>}
    </div>
  );
});

function LaneState({ lane }: { readonly lane: GraphNode }) {
  if (lane.status === null || lane.status === 'pending') return null;
  return lane.status === 'skipped' ? (
    <span className="word">not needed</span>
  ) : (
    <StatusGlyph status={lane.status} size={14} />
  );
}

/** A sticky note: what its author wrote, rendered from Markdown. */
export const Note = memo(function Note({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  const text = node.node.type === 'NOTE' ? node.node.params.markdown : '';
  return (
    <CardFrame node={node} kind="note" color={box.color} scale={1} selected={selected}>
      {text.trim() === '' ? (
        <p className="placeholder">Write something: Markdown works.</p>
      ) : (
        <Markdown text={text} />
      )}
      {selected && <ResizeCorner node={node} box={box} />}
    </CardFrame>
  );
});
