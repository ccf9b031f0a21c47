import type { JsonObject } from '#base';
import type { Budget, Stop } from '#kernel';
import type { FileDocument, Workspace } from '#plan';
import type { Branch } from '#runtime';
import type { RunSummary } from '#storage';
import { isSettledRun } from './runStore';
import { nameOfRun } from './runTree';
import { lookOfRun, momentText } from './runWords';

/** Most of them that are offered; older ones are found in the list of runs. */
const MOST_OFFERED = 30;

/** Runs that one may be started after: those that go on first, then those that have completed, the newest first. */
export function runsToAwait(runs: readonly RunSummary[]): readonly RunSummary[] {
  const going = runs.filter(({ status, imported }) => !isSettledRun(status) && !imported);
  const completed = runs.filter(({ status }) => status === 'completed');
  return [...going, ...completed].slice(0, MOST_OFFERED);
}

export function sessionsOf(runs: readonly RunSummary[]): readonly string[] {
  return [...new Set(runs.flatMap(({ sessionId }) => sessionId ?? []))].sort();
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
