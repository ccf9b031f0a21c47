/** A span of time in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A gap that is drawn short: its true span, and where it is drawn. */
export interface TimeFold extends Span {
  readonly at: number;
  readonly width: number;
}

export interface Folding {
  readonly span: number;
  readonly folds: readonly TimeFold[];
  /** Where a moment is drawn, in milliseconds from 0. */
  place(moment: number): number;
}

/** A gap is folded when it is at least this long and longer than all the work of the run together. */
const SHORTEST_FOLDED_MS = 1_000;
/** A folded gap is drawn as wide as this share of the work. */
const FOLDED_SHARE = 0.05;

/**
 * Makes long gaps in which nothing works short, so that a run that waited a night for a person can still be read.
 *
 * @param work spans in any order, also overlapping
 */
export function foldIdle(from: number, to: number, work: readonly Span[]): Folding {
  const gaps = gapsBetween(from, to, work);
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const busy = to - from - idle;
  const width = Math.max(1, busy * FOLDED_SHARE);
  const folds: TimeFold[] = [];
  let saved = 0;
  for (const gap of gaps) {
    const length = gap.to - gap.from;
    if (length < SHORTEST_FOLDED_MS || length <= busy) continue;
    folds.push({ ...gap, at: gap.from - from - saved, width });
    saved += length - width;
  }
  return { span: Math.max(1, to - from - saved), folds, place: (moment) => place(moment, from, folds) };
}

function place(moment: number, from: number, folds: readonly TimeFold[]): number {
  let saved = 0;
  for (const fold of folds) {
    if (moment >= fold.to) saved += fold.to - fold.from - fold.width;
    else if (moment > fold.from) {
      return fold.at + ((moment - fold.from) / (fold.to - fold.from)) * fold.width;
    } else break;
  }
  return Math.max(0, moment - from - saved);
}

function gapsBetween(from: number, to: number, work: readonly Span[]): Span[] {
  const sorted = [...work].sort((one, other) => one.from - other.from);
  const gaps: Span[] = [];
  let reached = from;
  for (const span of sorted) {
    if (span.from > reached) gaps.push({ from: reached, to: span.from });
    reached = Math.max(reached, span.to);
  }
  if (to > reached) gaps.push({ from: reached, to });
  return gaps;
}
