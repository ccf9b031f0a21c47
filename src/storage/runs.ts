import type { Hash, Json } from '#base';
import type { PartRead, RunLine, RunPage, RunsAsked, RunWriter } from '#hosting';
import type { Commit, DependencyEnd } from '#kernel';
import type { AttemptLine } from './attempts';

/** What the list of runs shows (D8). Times are milliseconds since the epoch. */
export interface RunSummary extends RunLine {
  /** Id of the workspace that it was run in. */
  readonly workspace: string;
  readonly plan: string;
  readonly planName: string;
  /** What this run is called, where it is not called after its plan: by what it was made from, or by a person. */
  readonly name?: string;
  /** E8: it failed because nothing could plan what it was asked; absent where that is not so. */
  readonly unanswered?: true;
  readonly updatedAt: number;
  readonly endedAt: number | null;
  readonly commits: number;
  /** Hash of the last commit. */
  readonly head: Hash | null;
}

/** A plan that waits in a run for an answer, as a person has edited it so far (D9). */
export interface PlanEdit {
  /** What it is an answer to: another plan that waits in the run later is not this one. */
  readonly question: string;
  readonly plan: Json;
}

/** Most attempts that are searched, the newest. */
export const MOST_ATTEMPTS = 5_000;

/** What is known of a run before its first commit. */
export type RunOrigin = Pick<RunSummary, 'workspace' | 'plan' | 'planName' | 'name'>;

/** Some runs of one workspace, or of all, are asked for. */
export interface SummariesAsked extends RunsAsked {
  readonly workspace?: string;
}

export interface Runs {
  /**
   * Some of the runs that are asked for, the newest first. A run that was interrupted is told as paused (K6).
   *
   * @param fits what else must be so of each
   */
  page(asked: SummariesAsked, fits?: (run: RunSummary) => boolean): Promise<RunPage<RunSummary>>;
  /** The sessions that runs of a workspace belong to, each once. */
  sessions(workspace: string): Promise<readonly string[]>;
  /** All of its commits; none of a run that is not there. */
  read(runId: string): Promise<readonly Commit[]>;
  /** At most so many of its commits, from a position on; `RUN_ABSENT` or `LEDGER_DAMAGED` where they are not there. */
  part(runId: string, from: number, most: number): Promise<PartRead>;
  summary(runId: string): Promise<RunSummary | null>;
  /**
   * Takes the right to write a run.
   *
   * @param options.takeOver also from the tab that has it now (case H3)
   * @returns null when another tab has it
   */
  open(
    runId: string,
    origin: RunOrigin,
    options?: { readonly takeOver?: boolean },
  ): Promise<RunWriter | null>;
  /** A line for every attempt of every planner in all runs (P6), newest first, at most `MOST_ATTEMPTS`. */
  attempts(): Promise<readonly AttemptLine[]>;
  /** Whether a tab, this one included, writes it now. */
  isOpen(runId: string): Promise<boolean>;
  /** Keeps the ledger of a file, marked as not executed here. @returns false when the run is there already */
  import(commits: readonly Commit[], origin: RunOrigin): Promise<boolean>;
  /** Keeps for the list what only a projection knows: that a run waits, and for what. */
  mark(runId: string, told: Pick<RunLine, 'status' | 'waits'>): Promise<void>;
  /** Calls a run otherwise from now on. */
  rename(runId: string, name: string): Promise<void>;
  /** What was edited last of a plan that waits in a run; null where nothing was, or the run is not here. */
  planEdit(runId: string): Promise<PlanEdit | null>;
  /** Keeps it beside the run, and takes the place of what was kept before; null forgets that. */
  keepPlanEdit(runId: string, edit: PlanEdit | null): Promise<void>;
  /** Follows a run that another tab writes: its commits from a position on, as they come. */
  follow(runId: string, from: number, listener: (commits: readonly Commit[]) => void): () => void;
  /**
   * How a run has ended (M4), whichever tab drives it: resolves when that is so. A run that is deleted, now or
   * meanwhile, or that came from a file before it had ended, is `missing`.
   *
   * @throws when the signal is aborted before that, or storage refuses
   */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
  /** Deletes a run and its ledger for good (D8, case H9). */
  remove(runId: string): Promise<void>;
}
