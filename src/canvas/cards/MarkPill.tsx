import type { GraphMark } from '#projection';

/** What a revision did with a step, on the card's corner. */
export function MarkPill({ mark }: { readonly mark: GraphMark | null }) {
  if (mark === null || mark === 'ghost' || mark === 'writing') return null;
  return <span className="mark">{mark}</span>;
}
