import { Dexie, type IndexableTypeArrayReadonly, type Table } from 'dexie';
import {
  asItStands,
  newestFirst,
  pageOf,
  passes,
  placeOf,
  type RunFilter,
  type RunPage,
  type RunPlace,
} from '#hosting';
import type { RunStatus } from '#projection';
import type { RunRow } from './database';
import type { RunSummary, SummariesAsked } from './runs';

type Rows = Table<RunRow, string>;

/** A range of an index that ends with the place of a run, so that what comes after a place is read from there on. */
interface Range {
  readonly index: string;
  /** What all of its rows have in front of their place. */
  readonly having: readonly string[];
}

const PLACE = 'startedAt+runId';

/** Rows that no filter keeps are read in parts that grow up to this many. */
const AT_ONCE = 500;

/**
 * A page of the list of runs, of which no more is read than it takes to fill it.
 *
 * @param taken ids of runs that a tab writes now
 */
export async function pageOfRuns(
  rows: Rows,
  taken: ReadonlySet<string>,
  { after: from, most, workspace, ...filter }: SummariesAsked,
  fits: (run: RunSummary) => boolean = () => true,
): Promise<RunPage<RunSummary>> {
  const ranges = rangesFor(workspace, filter);
  const found: RunSummary[] = [];
  let after = from;
  for (let size = most + 1; ; size = Math.max(size, Math.min(size * 2, AT_ONCE))) {
    const read = await newestOf(rows, ranges, after, size);
    for (const row of read) {
      const run = asItStands(summaryOfRow(row), taken.has(row.runId));
      if ((workspace === undefined || run.workspace === workspace) && passes(run, filter) && fits(run))
        found.push(run);
      if (found.length > most) return pageOf(found, most);
    }
    const last = read.at(-1);
    if (read.length < size || last === undefined) return pageOf(found, most);
    after = placeOf(last);
  }
}

/** The narrowest ranges in which all runs lie that are asked for. */
function rangesFor(
  workspace: string | undefined,
  { sessionId, parentRunId, statuses }: RunFilter,
): readonly Range[] {
  if (parentRunId !== undefined) return [{ index: 'parentRunId', having: [parentRunId] }];
  if (workspace !== undefined && sessionId !== undefined)
    return [{ index: 'workspace+sessionId', having: [workspace, sessionId] }];
  if (workspace !== undefined) return [{ index: 'workspace', having: [workspace] }];
  if (statuses === undefined) return [{ index: '', having: [] }];
  return [...new Set(statuses.flatMap(keptAs))].map((status) => ({ index: 'status', having: [status] }));
}

/** How the row of a run may say that it stands, when it stands so: one that was interrupted is paused (K6). */
function keptAs(status: RunStatus): readonly RunStatus[] {
  return status === 'paused' ? ['paused', 'running', 'pending'] : [status];
}

/** The newest rows of some ranges after a place. */
async function newestOf(
  rows: Rows,
  ranges: readonly Range[],
  after: RunPlace | undefined,
  most: number,
): Promise<readonly RunRow[]> {
  const read = await Promise.all(ranges.map((range) => readRange(rows, range, after, most)));
  const [only] = read;
  return read.length === 1 && only !== undefined ? only : read.flat().sort(newestFirst).slice(0, most);
}

/** A key that is shorter comes before all that it begins. */
function readRange(rows: Rows, { index, having }: Range, after: RunPlace | undefined, most: number) {
  const name = index === '' ? PLACE : `${index}+${PLACE}`;
  const end = after === undefined ? [Dexie.maxKey] : [after.startedAt, after.runId];
  return rows
    .where(`[${name}]`)
    .between(having, [...having, ...end], false, false)
    .reverse()
    .limit(most)
    .toArray();
}

/** The sessions of the runs of a workspace: one row of each is read. */
export async function sessionsOf(rows: Rows, workspace: string): Promise<readonly string[]> {
  const sessions: string[] = [];
  let before: IndexableTypeArrayReadonly = [workspace];
  for (;;) {
    const next: RunRow | undefined = await rows
      .where(`[workspace+sessionId+${PLACE}]`)
      .between(before, [workspace, Dexie.maxKey], false, false)
      .first();
    if (next?.sessionId == null) return sessions;
    sessions.push(next.sessionId);
    before = [workspace, next.sessionId, Dexie.maxKey];
  }
}

export function summaryOfRow({
  epoch: _epoch,
  files: _files,
  planEdit: _edit,
  ...summary
}: RunRow): RunSummary {
  return summary;
}
