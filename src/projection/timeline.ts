import { type Address, count, depthOf, durationText } from '#base';
import { namesOf } from './names';
import { isUnanswered, type NodeRecord, type NodeStatus, type RunView } from './runView';

/** What a bar stands for; each has its own colour and pattern. */
type BarKind = 'succeeded' | 'failed' | 'cancelled' | 'running' | 'planning' | 'waiting' | 'backoff';

/** One bar. `from` and `to` are milliseconds since the epoch; `start` and `end` are drawn, idle gaps folded. */
interface TimelineBar {
  readonly kind: BarKind;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** Which attempt it is; null for a container, a wait or a back-off. */
  readonly attempt: number | null;
}

export interface TimelineRow {
  readonly address: Address;
  readonly title: string;
  readonly depth: number;
  readonly status: NodeStatus;
  readonly bars: readonly TimelineBar[];
  /** "61 ms", "2nd attempt · 30 ms", "running". */
  readonly label: string;
}

/** Rows in the order of their start, and the drawn time, which begins at 0. */
export interface Timeline {
  readonly rows: readonly TimelineRow[];
  /** Length of the drawn time in milliseconds. */
  readonly span: number;
  /** Milliseconds from the run's start to the view's last commit. */
  readonly elapsed: number;
  /** Idle gaps that are drawn short. */
  readonly folds: readonly TimeFold[];
}

type Raw = Omit<TimelineBar, 'start' | 'end'>;

/**
 * Bars per node with attempts, back-off and waits; gaps in which nothing worked are folded (D5). Something that
 * has not ended yet ends at the time of the view's last commit: reading has no clock.
 */
export function timelineOf(view: RunView): Timeline {
  const from = view.startedAt ?? 0;
  const now = view.at ?? from;
  const names = namesOf(view);
  const records = [...view.nodes.values()].filter((record) => record.startedAt !== null);
  const raw = records.map((record) => barsOf(record, view, now));
  const folding = foldIdle(from, now, workOf(raw));
  const rows = records.map((record, index) => ({
    address: record.address,
    title: names(record.address),
    depth: depthOf(record.address) - 1,
    status: record.status,
    bars: (raw[index] ?? []).map((bar) => ({
      ...bar,
      start: folding.place(bar.from),
      end: folding.place(bar.to),
    })),
    label: labelOfRow(record, now),
  }));
  return { rows, span: folding.span, elapsed: now - from, folds: folding.folds };
}

/** Waiting for a person is idle time, and so is a container by itself. */
function workOf(raw: readonly (readonly Raw[])[]): Span[] {
  const spans: Span[] = [];
  for (const bars of raw) {
    for (const bar of bars) if (bar.attempt !== null || bar.kind === 'backoff') spans.push(bar);
  }
  return spans;
}

function barsOf(record: NodeRecord, view: RunView, now: number): Raw[] {
  const waits = record.waits.map((wait): Raw => {
    return { kind: 'waiting', from: wait.from, to: wait.to ?? now, attempt: null };
  });
  if (record.attempts.length === 0 && waits.length === 0) {
    const from = record.startedAt ?? now;
    return [{ kind: barKind(record.status), from, to: record.endedAt ?? now, attempt: null }];
  }
  const planning = view.planning.has(record.address);
  const bars: Raw[] = [];
  for (const [index, attempt] of record.attempts.entries()) {
    const { startedAt: from, endedAt } = attempt;
    const hasPlanned = planning && (attempt.status !== 'failed' || isUnanswered(attempt));
    const kind = hasPlanned ? 'planning' : attempt.status;
    const isLost = record.status === 'paused' && endedAt === null;
    // An attempt that only waits for a person is the wait, not work; one that was lost is none any more.
    if (isLost) bars.push({ kind: 'waiting', from, to: now, attempt: null });
    else if (waits.length === 0) bars.push({ kind, from, to: endedAt ?? now, attempt: attempt.attempt });
    const next = record.attempts[index + 1];
    const waited = next?.startedAt ?? endOfBackoff(record, now);
    if (endedAt !== null && waited !== null && waited > endedAt) {
      bars.push({ kind: 'backoff', from: endedAt, to: waited, attempt: null });
    }
  }
  return [...bars, ...waits];
}

/** How far the wait for an attempt that never came reaches; null when none was waited for. */
function endOfBackoff({ status, endedAt }: NodeRecord, now: number): number | null {
  if (status === 'retrying') return now;
  return status === 'cancelled' ? endedAt : null;
}

function barKind(status: NodeStatus): BarKind {
  if (status === 'succeeded' || status === 'failed' || status === 'cancelled') return status;
  return status === 'waiting' || status === 'paused' ? 'waiting' : 'running';
}

function labelOfRow(record: NodeRecord, now: number): string {
  if (record.endedAt === null) return record.status;
  const took = durationText(record.endedAt - (record.startedAt ?? now));
  const attempts = record.attempts.length;
  return attempts > 1 ? `${count(attempts, 'attempt')} · ${took}` : took;
}

/** A span of time in milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A gap that is drawn short: its true span, and where it is drawn. */
interface TimeFold extends Span {
  readonly at: number;
  readonly width: number;
}

interface Folding {
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
function foldIdle(from: number, to: number, work: readonly Span[]): Folding {
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
