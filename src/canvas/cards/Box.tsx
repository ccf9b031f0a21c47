import type { NodeProps } from '@xyflow/react';
import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, CircleX, Maximize2 } from 'lucide-react';
import { memo } from 'react';
import { agentParts, hintOf, lineOf, progressOf } from '#picture';
import type { AgentCard, Boxes, GraphBox, GraphNode, MachinePicture, NodeStatus, Rounds } from '#projection';
import { CardGlyph, ICON_STROKE, StatusGlyph } from '../glyphs/glyphs';
import { GraphPreview } from '../PictureView';
import { useBox, useCanvas, useGraphNode, useResult } from '../state/canvasStore';
import { AgentInside, TurnSegments } from './AgentInside';
import { CardFrame, Ports, ResizeCorner } from './CardFrame';
import { CardState, Caution, ForeseenBadge, isPill, MarkPill, PinBadge, StaleBadge } from './CardState';

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
  const agent = node.type === 'STATE' ? undefined : node.agent;
  const fact = factOf(node, box);
  return (
    <div className="title" data-folded={box.collapsed || undefined}>
      <CardGlyph node={node} />
      {agent !== undefined && box.collapsed ? (
        <SmallAgent node={node} card={agent} />
      ) : (
        <>
          <span className="name" title={node.title}>
            {node.title}
          </span>
          <span className="fact" title={fact}>
            {fact}
          </span>
        </>
      )}
      {node.type === 'PLAN_EXECUTOR' && <BoxChanges node={node} />}
      <Caution node={node} />
      <PinBadge node={node.key} />
      <StaleBadge node={node.key} />
      <ForeseenBadge node={node.key} />
      <RoundPicker node={node} />
      <BoxStatus node={node} folded={box.collapsed} />
      <BoxButtons node={node} box={box} />
    </div>
  );
}

/** What an agent tells in its limits need not stand in its title: there is who thinks. */
function factOf(node: GraphNode, { height }: GraphBox): string {
  if (node.type === 'STATE' || node.agent === undefined) return lineOf(node);
  const { model, asks } = node.agent;
  if (asks || !agentParts(node.agent, height).meters) return lineOf(node);
  return model === null ? 'agent' : `agent · ${model}`;
}

/** An agent that is folded: its turns and criteria in one line, and a segment for each turn. */
function SmallAgent({ node, card }: { readonly node: GraphNode; readonly card: AgentCard }) {
  return (
    <span className="small-agent">
      <span className="name" title={node.title}>
        {node.title}
      </span>
      <span className="fact" title={lineOf(node)}>
        {lineOf(node)}
      </span>
      <TurnSegments card={card} />
    </span>
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

function BoxStatus({ node, folded }: { readonly node: GraphNode; readonly folded: boolean }) {
  const { status } = node;
  const isStale = (useResult(node.key)?.stale ?? null) !== null && node.reason === null;
  // A title bar has room for the word alone.
  if (status === null) return isStale ? null : <CardState node={node} />;
  // The line of a small agent has the words.
  if (folded && node.type !== 'STATE' && node.agent !== undefined) return <CardState node={node} />;
  if (status === 'pending' || (status === 'skipped' && node.unanswered === true)) return null;
  const progress = progressOf(node);
  const word = wordOf(node, status);
  return (
    <span className="pill" data-status={status} title={node.reason ?? status}>
      <StatusGlyph status={status} size={14} />
      {progress === null ? (
        word
      ) : (
        <span>
          <span className="word">{status} · </span>
          {progress}
        </span>
      )}
    </span>
  );
}

/** An agent that thinks says in which turn. */
function wordOf(node: GraphNode, status: NodeStatus): string {
  if (node.type === 'STATE' || node.agent === undefined || status !== 'running') return status;
  const { had, most } = node.agent.turns;
  return `turn ${had} of ${most}`;
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
  return node.type !== 'STATE' && node.agent !== undefined;
}

function BoxInside({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const empty = useCanvas((state) => !hasInside(node.key, state.nodes));
  if (node.type !== 'STATE' && node.picture !== undefined && box.picture !== undefined)
    return <MachineInside node={node} picture={node.picture} boxes={box.picture} />;
  if (node.type !== 'STATE' && node.agent !== undefined)
    return <AgentInside node={node} card={node.agent} height={box.height} />;
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

/** Which round of a container is drawn, with the way to its neighbours and to the ones that failed (D5). */
function RoundPicker({ node }: { readonly node: GraphNode }) {
  const onRound = useCanvas((state) => state.gestures.onRound);
  const { rounds } = node;
  if (rounds === null || onRound === undefined) return null;
  const { word, shown, statuses } = rounds;
  const go = (round: number) => onRound(node.key, round);
  const failed = nextFailed(rounds);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form.
    <span className="rounds nodrag" role="group" aria-label={`Which ${word}`} data-status={statuses[shown]}>
      <button
        type="button"
        className="small"
        tabIndex={-1}
        aria-label={`Previous ${word}`}
        title={`Previous ${word} ([)`}
        disabled={shown === 0}
        onClick={() => go(shown - 1)}
      >
        <ChevronLeft size={14} strokeWidth={ICON_STROKE} aria-hidden />
      </button>
      <span className="which" title={`${word} ${shown + 1} of ${statuses.length}, ${statuses[shown] ?? ''}`}>
        <span className="word">{word} </span>
        {shown + 1} of {statuses.length}
      </span>
      <button
        type="button"
        className="small"
        tabIndex={-1}
        aria-label={`Next ${word}`}
        title={`Next ${word} (])`}
        disabled={shown === statuses.length - 1}
        onClick={() => go(shown + 1)}
      >
        <ChevronRight size={14} strokeWidth={ICON_STROKE} aria-hidden />
      </button>
      {failed !== null && (
        <button
          type="button"
          className="small failed"
          tabIndex={-1}
          aria-label={`Next failed ${word}, ${failed.count} in all`}
          title={`Next failed ${word} (F)`}
          onClick={() => go(failed.next)}
        >
          <CircleX size={14} strokeWidth={ICON_STROKE} aria-hidden />
          {failed.count}
        </button>
      )}
    </span>
  );
}

/** The failed round after the one that is drawn, from the end on from the beginning; null when none failed. */
function nextFailed({ shown, statuses }: Rounds): { readonly next: number; readonly count: number } | null {
  const failed = statuses.flatMap((status, index) => (status === 'failed' ? [index] : []));
  const next = failed.find((index) => index > shown) ?? failed[0];
  return next === undefined ? null : { next, count: failed.length };
}
