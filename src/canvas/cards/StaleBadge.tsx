import { History } from 'lucide-react';
import { ICON_STROKE } from '../glyphs/iconStroke';
import { useCanvas, useResult } from '../state/canvasStore';

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
