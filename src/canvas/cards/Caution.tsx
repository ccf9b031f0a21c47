import { TriangleAlert } from 'lucide-react';
import type { GraphNode } from '#projection';
import { ICON_STROKE } from '../glyphs/iconStroke';

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
