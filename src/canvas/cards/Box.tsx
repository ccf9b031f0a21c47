import type { NodeProps } from '@xyflow/react';
import { ChevronsDownUp, ChevronsUpDown, Maximize2 } from 'lucide-react';
import { memo } from 'react';
import { hintOf, lineOf, linesThatFit, progressOf } from '#picture';
import type { Boxes, GraphBox, GraphNode, MachinePicture, TranscriptLine } from '#projection';
import { GraphPreview } from '../GraphPreview';
import { CardGlyph, ICON_STROKE, StatusGlyph } from '../glyphs/glyphs';

import { useBox, useCanvas, useGraphNode, useResult } from '../state/canvasStore';
import { CardFrame } from './CardFrame';
import { CardState } from './CardState';
import { Caution, ForeseenBadge, isPill, MarkPill, PinBadge, StaleBadge } from './marks';

import { Ports } from './Ports';
import { ResizeCorner } from './ResizeCorner';
import { RoundPicker } from './RoundPicker';

/** A container: a quiet border and a title bar; what is in it is drawn over it by its own cards. */
export const Box = memo(function Box({ id, selected = false }: NodeProps) {
  const node = useGraphNode(id);
  const box = useBox(id);
  if (!node || !box) return null;
  return (
    <CardFrame node={node} kind="box" scale={box.scale} selected={selected}>
      <BoxTitle node={node} box={box} />
      {!box.collapsed && <BoxInside node={node} box={box} />}
      <MarkPill mark={node.mark} />
      <Ports node={node} box={box} />
      {selected && !box.collapsed && !isGrown(node, box) && <ResizeCorner node={node} box={box} />}
    </CardFrame>
  );
});

function BoxTitle({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const fact = lineOf(node);
  return (
    <div className="title" data-folded={box.collapsed || undefined}>
      <CardGlyph node={node} />
      <span className="name" title={node.title}>
        {node.title}
      </span>
      <span className="fact" title={fact}>
        {fact}
      </span>
      {node.type === 'PLAN_EXECUTOR' && <BoxChanges node={node} />}
      <Caution node={node} />
      <PinBadge node={node.key} />
      <StaleBadge node={node.key} />
      <ForeseenBadge node={node.key} />
      <RoundPicker node={node} />
      <BoxStatus node={node} />
      <BoxButtons node={node} box={box} />
    </div>
  );
}

/** What a revision has made of the plan in it, in numbers, as long as its cards are marked. */
function BoxChanges({ node }: { readonly node: GraphNode }) {
  const counts = useCanvas((state) => changesIn(node.key, state.nodes));
  if (counts === '') return null;
  return (
    <ul className="changes" aria-label={`Changes of ${node.title}`}>
      {counts.split(', ').map((text) => (
        <li key={text} data-mark={text.replace(/^\d+ /, '')}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function BoxStatus({ node }: { readonly node: GraphNode }) {
  const { status } = node;
  const isStale = (useResult(node.key)?.stale ?? null) !== null && node.reason === null;
  // A title bar has room for the word alone.
  if (status === null) return isStale ? null : <CardState node={node} />;
  if (status === 'pending' || (status === 'skipped' && node.unanswered === true)) return null;
  const progress = progressOf(node);
  return (
    <span className="pill" data-status={status} title={node.reason ?? status}>
      <StatusGlyph status={status} size={14} />
      {progress === null ? (
        status
      ) : (
        <span>
          <span className="word">{status} · </span>
          {progress}
        </span>
      )}
    </span>
  );
}

function BoxButtons({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const gestures = useCanvas((state) => state.gestures);
  const Fold = box.collapsed ? ChevronsUpDown : ChevronsDownUp;
  return (
    <>
      {gestures.onFold && (
        <button
          type="button"
          className="small nodrag"
          tabIndex={-1}
          aria-label={box.collapsed ? 'Unfold' : 'Fold'}
          title={box.collapsed ? 'Unfold' : 'Fold'}
          onClick={() => gestures.onFold?.(node.key, !box.collapsed)}
        >
          <Fold size={14} strokeWidth={ICON_STROKE} aria-hidden />
        </button>
      )}
      {gestures.onOpen && !isTold(node) && (
        <button
          type="button"
          className="small nodrag"
          tabIndex={-1}
          aria-label="Open at full size"
          title="Open at full size"
          onClick={() => gestures.onOpen?.(node.key)}
        >
          <Maximize2 size={14} strokeWidth={ICON_STROKE} aria-hidden />
        </button>
      )}
    </>
  );
}

/** All there is inside an agent is in its box, and in the inspector. */
function isTold(node: GraphNode): boolean {
  return node.type !== 'STATE' && node.transcript !== undefined;
}

function BoxInside({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const empty = useCanvas((state) => !hasInside(node.key, state.nodes));
  if (node.type !== 'STATE' && node.picture !== undefined && box.picture !== undefined)
    return <MachineInside node={node} picture={node.picture} boxes={box.picture} />;
  if (node.type !== 'STATE' && node.transcript !== undefined)
    return <AgentInside node={node} lines={node.transcript} height={box.height} />;
  return (
    <div className="inside">
      {empty && <span className="hint">{hintOf(node)}</span>}
      {box.overflow > 0 && (
        <span className="chip" title={`${box.overflow} more; open at full size to see them`}>
          +{box.overflow}
        </span>
      )}
    </div>
  );
}

/** The machine that it runs, with the states lit in which it stands; opened at full size it is read and steered. */
function MachineInside({
  node,
  picture,
  boxes,
}: {
  readonly node: GraphNode;
  readonly picture: MachinePicture;
  readonly boxes: Boxes;
}) {
  const active = picture.graph.nodes.filter(({ status }) => status === 'running').map(({ title }) => title);
  const where = active.length === 0 ? 'ended' : `in ${active.join(', ')}`;
  return (
    <div className="inside machine-picture">
      <GraphPreview graph={picture.graph} boxes={boxes} label={`${node.title}, ${where}`} words />
    </div>
  );
}

/** What its turns have come to; the inspector tells each of them whole. */
function AgentInside({
  node,
  lines,
  height,
}: {
  readonly node: GraphNode;
  readonly lines: readonly TranscriptLine[];
  readonly height: number;
}) {
  const shown = linesThatFit(lines, height);
  return (
    <div role="log" aria-label={`Turns of ${node.title}`} className="inside agent-turns" tabIndex={-1}>
      {shown.map(({ turn, kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place.
        <p key={lines.length - shown.length + index} data-kind={kind} title={text}>
          <span className="turn">{shown[index - 1]?.turn === turn ? '' : turn}</span>
          <span className="said">{text}</span>
        </p>
      ))}
    </div>
  );
}

/** Its size is that of what a run has shown in it, and in no document. */
function isGrown(node: GraphNode, box: GraphBox): boolean {
  return box.picture !== undefined || isTold(node);
}

/** "4 kept, 2 added": one text, so that a store knows it again; empty where no card of the box has changed. */
function changesIn(key: string, nodes: ReadonlyMap<string, GraphNode>): string {
  const counts = new Map<string, number>();
  for (const { parent, mark } of nodes.values())
    if (parent === key && isPill(mark)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  if ([...counts.keys()].every((mark) => mark === 'kept')) return '';
  return [...counts].map(([mark, count]) => `${count} ${mark}`).join(', ');
}

function hasInside(key: string, nodes: ReadonlyMap<string, GraphNode>): boolean {
  for (const node of nodes.values()) if (node.parent === key) return true;
  return false;
}
