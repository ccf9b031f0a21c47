import type { Diagnostic } from '#base';
import { passes, type RunFilter, type RunLine } from './line';

/** Where a run stands in a list: the newest first, those of one moment by their ids. It holds while other runs come and go. */
export type RunPlace = Pick<RunLine, 'startedAt' | 'runId'>;

/** A part of a list of runs is asked for: so many of those that a filter lets pass, from a place on. */
export interface RunsAsked extends RunFilter {
  /** The last one that is known; the list begins at its head without it. */
  readonly after?: RunPlace | undefined;
  readonly most: number;
}

/** A part of a list of runs. */
export interface RunPage<Line extends RunLine = RunLine> {
  /** The newest first. */
  readonly lines: readonly Line[];
  /** What the next page comes after; null where this one is the last. */
  readonly next: RunPlace | null;
  /** Runs that are there and cannot be read, and so stand on no line; absent where there are none. */
  readonly unread?: readonly Diagnostic[];
}

export function placeOf({ startedAt, runId }: RunPlace): RunPlace {
  return { startedAt, runId };
}

/** Sorts runs as every list has them. */
export function newestFirst(one: RunPlace, other: RunPlace): number {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt;
  if (one.runId === other.runId) return 0;
  return one.runId < other.runId ? 1 : -1;
}

/** Whether a run comes after a place. */
export function isAfter(run: RunPlace, place: RunPlace | undefined): boolean {
  return place === undefined || newestFirst(place, run) < 0;
}

/**
 * Cuts a page from lines that were found.
 *
 * @param found the newest first; one more than are asked for tells that there is another page
 */
export function pageOf<Line extends RunLine>(found: readonly Line[], most: number): RunPage<Line> {
  const lines = found.slice(0, most);
  const last = lines.at(-1);
  return { lines, next: found.length > most && last !== undefined ? placeOf(last) : null };
}

/** A page of lines that are all at hand, in whatever order. */
export function pageAmong<Line extends RunLine>(
  all: readonly Line[],
  { after, most, ...filter }: RunsAsked,
): RunPage<Line> {
  const found = all.filter((line) => isAfter(line, after) && passes(line, filter)).sort(newestFirst);
  return pageOf(found, most);
}
