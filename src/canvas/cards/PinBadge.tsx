import { Pin } from 'lucide-react';
import { ICON_STROKE } from '../glyphs/iconStroke';
import { useCanvas } from '../state/canvasStore';

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
