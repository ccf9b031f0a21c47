import { History } from 'lucide-react';
import { ICON_STROKE } from '../glyphs/iconStroke';
import { useForeseen } from '../state/canvasStore';

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
