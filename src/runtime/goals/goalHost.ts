import type { Diagnostic, Result } from '#base';
import type { Commit, DependencyEnd } from '#kernel';
import type { Workspace } from '#plan';
import type { StartOptions } from '../firstFact';
import type { SessionEvent } from './sessionEvents';

/** What a run that answers a goal is started with: its id says whose goal it is. */
export type GoalRun = Omit<StartOptions, 'workspace'> & { readonly runId: string };

/** What a host does so that runs can answer the goals of others (M3). */
export interface GoalHost {
  /** Where the machines are that goals start, as it stands now. */
  workspace(): Workspace;
  /**
   * Sees to it that the run goes on: starts it, or takes it up from its ledger; nothing is done for one that has ended,
   * or that is driven already, here or elsewhere.
   *
   * @returns why it cannot run (E4, T1, V1)
   */
  ensure(run: GoalRun): Promise<Result<null, readonly Diagnostic[]>>;
  /** The ledger of a run as far as it is durable; empty for one that is not there. */
  read(runId: string): Promise<readonly Commit[]>;
  /** The run that started it; null where none did, or where it is not known. */
  parentOf(runId: string): Promise<string | null>;
  /** As `Host.ended`. */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
  /**
   * Tells the session of a run of an event that another of its runs may wait for (M2). Nobody hears it where the run
   * belongs to no session, or no run waits for it. Never throws.
   */
  tell(runId: string, event: SessionEvent): Promise<void>;
  /** Cancels a run that is driven here; of others nothing is known. */
  cancel(runId: string, reason: string): void;
}
