import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#base';
import type { Budget, Stop } from '#kernel';
import type { FileDocument, Workspace } from '#plan';
import type { Branch } from '#runtime';
import type { RunSummary } from '#storage';
import { storedQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { lookOfRun, momentText } from './runLists';

/** Where a run belongs (M4). */
export interface Placement {
  /** The session that it belongs to (L8). */
  readonly sessionId?: string;
  /** Runs that have to complete before it begins. */
  readonly dependsOn?: readonly string[];
  /** M3: the event that a machine which a goal starts publishes at its end. */
  readonly response?: string;
}

/** What a run is started with here. */
export interface LaunchOptions extends Placement {
  /** Starts paused, and takes one step. */
  readonly paused?: boolean;
  readonly input?: JsonObject;
  /** The files that inputs were read from (W8). */
  readonly inputFiles?: readonly FileDocument[];
  /** What stands in for capabilities that are not here was asked already. */
  readonly asIs?: boolean;
  /** Asks for inputs, session and order even where nothing is missing. */
  readonly ask?: boolean;
  readonly budget?: Budget;
  /** D1: the node of the open plan up to which it runs. */
  readonly stop?: Stop;
  /** Goes on from another run: the plan and its inputs are those of the branch (D1). */
  readonly branch?: Branch;
  /** What it is called in the list of runs; by its plan where nothing is said. */
  readonly name?: string;
}

/** The placement that was typed; what is blank is not there. */
export function placementOf(session: string, after: string, answer: string): Placement {
  const sessionId = session.trim();
  const response = answer.trim();
  return {
    ...(sessionId === '' ? {} : { sessionId }),
    ...(after === '' ? {} : { dependsOn: [after] }),
    ...(response === '' ? {} : { response }),
  };
}

/** A session, and how it is called: by its id where nobody has given it a name (P16). */
export interface NamedSession {
  readonly id: string;
  readonly name: string;
}

/**
 * All of them once, by name.
 *
 * @param entries those of the document, which alone have names
 */
export function namedSessions(
  entries: Workspace['sessions'],
  others: readonly string[],
): readonly NamedSession[] {
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const ids = [...new Set([...names.keys(), ...others])];
  return ids
    .map((id) => ({ id, name: names.get(id) || id }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const NONE: readonly string[] = [];

/** The sessions of this workspace: those that its document names, that runs belong to, and of which something is kept. */
export function useSessions(): readonly NamedSession[] {
  const { id } = useSession();
  const { data: ofRuns = NONE } = useQuery(
    storedQuery('runs', [id, 'sessions'], ({ runs }) => runs.sessions(id)),
  );
  const { data: kept = NONE } = useQuery(storedQuery('sessions', [id], ({ sessions }) => sessions.list(id)));
  const entries = useDocument(({ workspace }) => workspace.sessions);
  return namedSessions(entries, [...ofRuns, ...kept]);
}

/** What a run is called. */
export function nameOfRun({ name, planName }: RunSummary): string {
  return name ?? planName;
}

/**
 * What a branch is (D12); null of a run that goes on from none. Of one that has a name, as what goes on from a step has, the name says it;
 * older rows say only that it continues.
 */
export function branchWords({ branchOf, branchAt, isFork, name }: RunSummary): string | null {
  if (branchOf === undefined) return null;
  if (branchAt === undefined || (isFork !== true && name !== undefined)) return 'continues';
  return isFork ? `forked at ${branchAt}` : 'retried';
}

/** A run in one line, told from others of its plan by its time. */
export function runInWords(run: RunSummary): string {
  return `${nameOfRun(run)} · ${lookOfRun(run).word} · ${momentText(run.startedAt)}`;
}

/** How a run hangs together with another; `name` is null where that one is not in this list. */
interface Tie {
  readonly word: 'after' | 'waits for' | 'started by' | 'goes on from';
  readonly runId: string;
  readonly name: string | null;
}

/** The runs that one depends on, the one that started it (M4), and the one that it goes on from (D12). */
export function tiesOf(
  { status, dependsOn = [], parentRunId, branchOf }: RunSummary,
  runs: readonly RunSummary[],
): readonly Tie[] {
  const nameOf = (runId: string) => nameIn(runs, runId);
  const word = status === 'pending' ? 'waits for' : 'after';
  const tie = (how: Tie['word'], runId: string): Tie => ({ word: how, runId, name: nameOf(runId) });
  const awaited = dependsOn.map((runId) => tie(word, runId));
  const started = parentRunId === null ? [] : [tie('started by', parentRunId)];
  return [...awaited, ...started, ...(branchOf === undefined ? [] : [tie('goes on from', branchOf)])];
}

function nameIn(runs: readonly RunSummary[], runId: string): string | null {
  const found = runs.find((one) => one.runId === runId);
  return found === undefined ? null : nameOfRun(found);
}

/** Where a run lies in the tree. */
type Branching = Pick<RunSummary, 'runId' | 'branchOf'>;

/** A line of the list of runs, which is a tree (D12): a run under the one that it goes on from. */
interface TreeRow<Run extends Branching = Branching> {
  readonly run: Run;
  /** How deep it lies, from 1. */
  readonly level: number;
  /** The run that it lies under; null at the top. */
  readonly parent: string | null;
  /** How many lie right under it, shown or not. */
  readonly branches: number;
  /** Its place among those under the same run, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
}

/**
 * Runs and what goes on from them, in the order in which they are drawn: at the top as they are given, branches below the run that
 * they come from, the first one first. One whose run is not among them is at the top.
 *
 * @param runs the newest first
 * @param closed runs whose branches are not shown
 */
export function treeOf<Run extends Branching>(
  runs: readonly Run[],
  closed: ReadonlySet<string>,
): readonly TreeRow<Run>[] {
  const known = new Set(runs.map(({ runId }) => runId));
  const branched = runs.filter(({ branchOf }) => branchOf !== undefined).toReversed();
  const rows: TreeRow<Run>[] = [];
  const drawn = new Set<string>();
  const draw = (siblings: readonly Run[], level: number, parent: string | null, hidden: boolean) => {
    for (const [index, run] of siblings.entries()) {
      if (drawn.has(run.runId)) continue;
      drawn.add(run.runId);
      const branches = branched.filter(({ branchOf }) => branchOf === run.runId);
      if (!hidden)
        rows.push({ run, level, parent, branches: branches.length, place: index + 1, of: siblings.length });
      draw(branches, level + 1, run.runId, hidden || closed.has(run.runId));
    }
  };
  draw(
    runs.filter(({ branchOf }) => branchOf === undefined || !known.has(branchOf)),
    1,
    null,
    false,
  );
  // Ledgers from files may say of each other that they go on from each other.
  draw(
    runs.filter(({ runId }) => !drawn.has(runId)),
    1,
    null,
    false,
  );
  return rows;
}

/** Where a key leads in the tree; null where it leads nowhere. */
type TreeMove =
  | { readonly kind: 'focus'; readonly index: number }
  | { readonly kind: 'open' | 'close'; readonly runId: string };

/** The keys of a tree (WAI-ARIA): up and down through what is shown, right and left into branches and out. */
export function treeMove(
  key: string,
  rows: readonly TreeRow[],
  index: number,
  closed: ReadonlySet<string>,
): TreeMove | null {
  const row = rows[index];
  const to = (target: number): TreeMove | null =>
    target >= 0 && target < rows.length ? { kind: 'focus', index: target } : null;
  if (row === undefined) return null;
  const { runId } = row.run;
  const isOpen = row.branches > 0 && !closed.has(runId);
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (isOpen) return to(index + 1);
      return row.branches > 0 ? { kind: 'open', runId } : null;
    case 'ArrowLeft':
      if (isOpen) return { kind: 'close', runId };
      return to(rows.findIndex(({ run }) => run.runId === row.parent));
    default:
      return null;
  }
}
