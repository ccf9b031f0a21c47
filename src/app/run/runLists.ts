import { infiniteQueryOptions, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { newestFirst, type RunPage, type RunPlace, UNFINISHED } from '#hosting';
import type { RunSummary, Storage } from '#storage';
import { storageOfPage, storedQuery } from '../state/services';
import { lookOf, type StatusLook } from '../ui/StatusPill';

/** Runs that are read and shown at once; those after them come when they are asked for. */
const AT_ONCE = 50;

/** Runs of a list as far as they were asked for. */
export interface ListedRuns {
  /** The newest first. */
  readonly runs: readonly RunSummary[];
  /** Those that they hang together with, wherever these stand in the list. */
  readonly tied: readonly RunSummary[];
  /** Reads the next ones; null where there are no more. */
  readonly more: (() => void) | null;
  /** That there are none is known once the first of them are read. */
  readonly status: 'pending' | 'success' | 'error';
}

interface TiedPage extends RunPage<RunSummary> {
  readonly tied: readonly RunSummary[];
}

/** Reads a list of runs by pages, and what was read again when a run has changed. */
function useRunPages(
  key: QueryKey,
  read: (
    runs: Storage['runs'],
    from: { readonly after?: RunPlace; readonly most: number },
  ) => Promise<TiedPage>,
): ListedRuns {
  const asked = infiniteQueryOptions({
    queryKey: ['stored', 'runs', 'pages', ...key],
    initialPageParam: NO_PLACE,
    queryFn: async ({ pageParam }) => {
      const { runs } = await storageOfPage();
      return read(runs, { ...(pageParam === null ? {} : { after: pageParam }), most: AT_ONCE });
    },
    getNextPageParam: ({ next }: TiedPage) => next,
    // What is looked for in the same workspace changes with each letter: until it is found, what was there stays.
    placeholderData: (before, query) => (query?.queryKey[3] === key[0] ? before : undefined),
  });
  const { data, status, hasNextPage, fetchNextPage } = useInfiniteQuery(asked);
  return useMemo(() => {
    if (data === undefined) return { runs: [], tied: [], more: null, status };
    return {
      runs: data.pages.flatMap(({ lines }) => lines),
      tied: data.pages.flatMap(({ tied }) => tied),
      more: hasNextPage ? () => void fetchNextPage() : null,
      status: 'success',
    };
  }, [data, status, hasNextPage, fetchNextPage]);
}

const NO_PLACE: RunPlace | null = null;

/** What is looked for among the runs of a workspace. */
export interface RunsLookedFor {
  readonly status: RunSummary['status'] | '';
  readonly sessionId: string;
  /** In small letters. */
  readonly words: string;
}

/** The runs of a workspace in which something is found, with those that they hang together with. */
export function useRunsOf(
  workspace: string,
  { status, sessionId, words }: RunsLookedFor,
  textOf: (run: RunSummary) => string,
): ListedRuns {
  return useRunPages([workspace, status, sessionId, words], async (runs, from) => {
    const filter = {
      ...(sessionId === '' ? {} : { sessionId }),
      ...(status === '' ? {} : { statuses: [status] }),
    };
    const fits = (run: RunSummary) => words === '' || textOf(run).includes(words);
    const page = await runs.page({ workspace, ...filter, ...from }, fits);
    return { ...page, tied: await tiedWith(page.lines, runs) };
  });
}

/** The runs of all workspaces that wait for a person (D9). */
export function useRunsThatWait(): ListedRuns {
  return useRunPages(['', 'waiting'], async (runs, from) => {
    const page = await runs.page(
      { statuses: ['waiting', 'uncertain'], ...from },
      ({ imported }) => !imported,
    );
    return { ...page, tied: [] };
  });
}

/** The runs that some hang together with (M4), and all that they go on from (D12), apart from themselves. */
async function tiedWith(
  lines: readonly RunSummary[],
  { summary }: Pick<Storage['runs'], 'summary'>,
): Promise<readonly RunSummary[]> {
  const seen = new Set(lines.map(({ runId }) => runId));
  const tied: RunSummary[] = [];
  const bring = async (runId: string): Promise<void> => {
    if (seen.has(runId)) return;
    seen.add(runId);
    const run = await summary(runId);
    if (run === null) return;
    tied.push(run);
    if (run.branchOf !== undefined) await bring(run.branchOf);
  };
  for (const { dependsOn = [], parentRunId, branchOf } of lines)
    for (const runId of [...dependsOn, parentRunId, branchOf]) if (runId != null) await bring(runId);
  return tied;
}

/** Runs with all that they go on from, so that each branch lies under its own: the newest first. */
export function withOrigins({ runs, tied }: Pick<ListedRuns, 'runs' | 'tied'>): readonly RunSummary[] {
  const known = new Map(tied.map((run) => [run.runId, run]));
  const all = new Map(runs.map((run) => [run.runId, run]));
  for (const { branchOf } of all.values()) {
    const origin = branchOf === undefined ? undefined : known.get(branchOf);
    if (origin !== undefined && !all.has(origin.runId)) all.set(origin.runId, origin);
  }
  return [...all.values()].sort(newestFirst);
}

/** One run by its id: null where it is not there. */
export function runQuery(runId: string) {
  return storedQuery('runs', ['', 'one', runId], ({ runs }) => runs.summary(runId));
}

/** The newest runs of some workspaces. */
export function newestRuns(workspaces: readonly string[], most: number) {
  return storedQuery('runs', ['', 'newest', ...workspaces], async ({ runs }) => {
    const known = new Set(workspaces);
    return (await runs.page({ most }, ({ workspace }) => known.has(workspace))).lines;
  });
}

const NO_RUNS: readonly RunSummary[] = [];

/** M3: the runs that one has asked by a goal, and that are not over. */
export function useRunsAskedBy(workspace: string, parentRunId: string | null): readonly RunSummary[] {
  const { data = NO_RUNS } = useQuery({
    ...storedQuery('runs', [workspace, 'asked by', parentRunId], async ({ runs }) => {
      if (parentRunId === null) return NO_RUNS;
      return (await runs.page({ workspace, parentRunId, statuses: UNFINISHED, most: AT_ONCE })).lines;
    }),
  });
  return data;
}

/** Most of them that are offered; older ones are found in the list of runs. */
const MOST_OFFERED = 30;

/** Runs that one may be started after (M4): those that go on first, then those that have completed, the newest first. */
export function runsToAwait(workspace: string) {
  return storedQuery('runs', [workspace, 'to await'], async ({ runs }) => {
    const most = MOST_OFFERED;
    const going = await runs.page({ workspace, statuses: UNFINISHED, most }, ({ imported }) => !imported);
    const completed = await runs.page({ workspace, statuses: ['completed'], most });
    return [...going.lines, ...completed.lines].slice(0, most);
  });
}

/** A line for each attempt of a planner, of all runs (P6). */
export const allAttempts = storedQuery('runs', ['', 'attempts'], ({ runs }) => runs.attempts());

/** Whether a tab has the run open. */
export function isOpenQuery(runId: string) {
  return storedQuery('runs', ['', 'open', runId], ({ runs }) => runs.isOpen(runId));
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** "today, 14:02" or "3 Mar, 14:02", as the reader's language writes it. */
export function momentText(at: number): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return `${today ? 'today' : dateFormat.format(date)}, ${timeFormat.format(date)}`;
}

/** The time, read anew every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(ticking);
  }, [everyMs]);
  return now;
}

/** A question that was not understood waits for another one: amber, not red (E8). */
export const NOT_ANSWERED: StatusLook = { tone: 'wait', icon: CircleHelp, word: 'not answered' };

/** How a line of a list of runs says how its run stands. */
export function lookOfRun({ status, unanswered }: Pick<RunSummary, 'status' | 'unanswered'>): StatusLook {
  return unanswered === true ? NOT_ANSWERED : lookOf(status);
}

/** How much of a ledger is shown: `12 commits`, and while travelling `5 of 12 commits`. */
export function commitsText(position: number, length: number): string {
  const all = `${length} ${length === 1 ? 'commit' : 'commits'}`;
  return position === length ? all : `${position} of ${all}`;
}

/** Enough of the id of a run to tell it from others: `run-1b9d6bcd`. */
export function shortRunId(runId: string): string {
  return /^run-[0-9a-f]{8}(?=-)/.exec(runId)?.[0] ?? runId;
}
