import { History, Pin, TriangleAlert } from 'lucide-react';
import type { GraphMark, GraphNode } from '#projection';
import { ICON_STROKE } from '../glyphs/glyphs';
import { useCanvas, useForeseen, useResult } from '../state/canvasStore';

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
