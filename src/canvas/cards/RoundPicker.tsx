import { ChevronLeft, ChevronRight, CircleX } from 'lucide-react';
import type { GraphNode, Rounds } from '#projection';
import { ICON_STROKE } from '../glyphs/glyphs';
import { useCanvas } from '../state/canvasStore';

/** Which round of a container is drawn, with the way to its neighbours and to the ones that failed (D5). */
export function RoundPicker({ node }: { readonly node: GraphNode }) {
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
