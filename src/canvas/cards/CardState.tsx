import { CircleAlert, History, Pin, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { durationText } from '#base';
import { isOff } from '#picture';
import { type GraphMark, type GraphNode, type Span, shownStatus } from '#projection';
import { ICON_STROKE, StatusGlyph } from '../glyphs/glyphs';
import { type CardResult, useCanvas, useForeseen, useResult } from '../state/canvasStore';

/** The corner that tells how a node is: one icon, the graver one; its tooltip says the word and the reason. */
export function CardState({ node }: { readonly node: GraphNode }) {
  const result = useResult(node.key);
  if (node.mark === 'ghost') return <Problem text={node.reason ?? 'refused'} />;
  // It is not there yet, or no more.
  if (node.mark === 'writing' || node.mark === 'dropped') return null;
  if (node.status === null && node.reason === null && isOff(node)) return <Off />;
  if (result !== undefined && isKept(node, result)) return <Kept result={result} />;
  if (node.status === null && node.reason === null) return null;
  if (node.status === null) return <Problem text={node.reason ?? ''} warned={node.warned === true} />;
  const word = node.unanswered === true ? node.line : node.status;
  const text = node.reason === null ? word : `${word}: ${node.reason}`;
  return (
    <span className="state" title={text}>
      <StatusGlyph status={shownStatus(node) ?? node.status} />
    </span>
  );
}

/** What failed, or has problems, is graver than what is stale. */
function isKept({ status, reason }: GraphNode, { stale }: CardResult): boolean {
  return status === null ? reason === null : status === 'succeeded' && stale !== null;
}

/** What the node came to in the last run; where that is stale, the shape says so. */
function Kept({ result: { status, stale } }: { readonly result: CardResult }) {
  if (stale !== null)
    return (
      <span className="state stale-shape" title={`${stale.word}: ${stale.reason}`}>
        <History size={16} strokeWidth={ICON_STROKE} aria-hidden />
      </span>
    );
  if (status === null) return null;
  return (
    <span className="state" title={`${status} in the last run`}>
      <StatusGlyph status={status} />
    </span>
  );
}

/** Switched off by its author (L2): told before it runs, with the shape that it will have then. */
function Off() {
  return (
    <span className="state" title="switched off">
      <StatusGlyph status="skipped" />
    </span>
  );
}

function Problem({ text, warned = false }: { readonly text: string; readonly warned?: boolean }) {
  const Icon = warned ? TriangleAlert : CircleAlert;
  return (
    <span className={`state problem${warned ? ' warned' : ''}`} title={text}>
      <Icon size={16} strokeWidth={ICON_STROKE} aria-hidden />
    </span>
  );
}

/** What a revision did with a step, on the card's corner. */
export function MarkPill({ mark }: { readonly mark: GraphMark | null }) {
  return isPill(mark) ? <span className="mark">{mark}</span> : null;
}

/** A mark that is a word for people; the others are drawn by the card's border. */
export function isPill(mark: GraphMark | null): mark is Exclude<GraphMark, 'ghost' | 'writing'> {
  return mark !== null && mark !== 'ghost' && mark !== 'writing';
}

/** What must not be overlooked though all went well: a chip in amber. */
export function Caution({ node: { caution } }: { readonly node: GraphNode }) {
  if (caution === undefined) return null;
  return (
    <span className="caution" title={caution}>
      <TriangleAlert size={12} strokeWidth={ICON_STROKE} aria-hidden />
      {caution}
    </span>
  );
}

/** D1: what the run that is about to start would do with the node. It takes the place of every other badge at that corner. */
export function ForeseenBadge({ node }: { readonly node: string }) {
  const mark = useForeseen(node);
  if (mark === undefined) return null;
  return (
    <span className="foreseen" title={mark.word}>
      {mark.kind === 'stale' && <History size={12} strokeWidth={ICON_STROKE} aria-hidden />}
      {mark.word}
    </span>
  );
}

/** D10: what comes of the node is pinned. Its name says the word; the shape of its status stays. */
export function PinBadge({ node }: { readonly node: string }) {
  const pinned = useCanvas((state) => state.pinned.has(node));
  if (!pinned) return null;
  return (
    <span className="pinned" title="pinned: it is not called">
      <Pin size={12} strokeWidth={ICON_STROKE} aria-hidden />
    </span>
  );
}

/** D11: what the node came to does not hold any more, or may not. What is pinned is not called anyway. */
export function StaleBadge({ node }: { readonly node: string }) {
  const stale = useResult(node)?.stale ?? null;
  const pinned = useCanvas((state) => state.pinned.has(node));
  if (stale === null || pinned) return null;
  return (
    <span className="stale" title={stale.reason}>
      <History size={12} strokeWidth={ICON_STROKE} aria-hidden />
      {stale.word}
    </span>
  );
}

/** Tenths of a second are told up to ten seconds, then whole ones. */
const OFTEN = 200;
const SELDOM = 1_000;
const SHORT = 10_000;

/** How long something has gone on, in words that change while it does; in the past as it stood then. */
export function Elapsed({ span }: { readonly span: Span }) {
  return <span className="elapsed">{durationText(useElapsed(span))}</span>;
}

/** The same in milliseconds. */
export function useElapsed({ from, at }: Span): number {
  const [now, setNow] = useState(Date.now);
  const isShort = now - from < SHORT;
  useEffect(() => {
    if (at !== null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), isShort ? OFTEN : SELDOM);
    return () => clearInterval(timer);
  }, [at, isShort]);
  return Math.max(0, (at ?? now) - from);
}
