import type { GraphMark } from '#projection';

/** What a revision did with a step, on the card's corner. */
export function MarkPill({ mark }: { readonly mark: GraphMark | null }) {
  return isPill(mark) ? <span className="mark">{mark}</span> : null;
}

/** A mark that is a word for people; the others are drawn by the card's border. */
export function isPill(mark: GraphMark | null): mark is Exclude<GraphMark, 'ghost' | 'writing'> {
  return mark !== null && mark !== 'ghost' && mark !== 'writing';
}
