import type { Diagnostic, Result } from '#base';
import type { Commit, DependencyEnd } from '#kernel';
import type { LedgerStore } from '#runtime';

/** The right to write one run (K7). Its `append` throws `STORAGE_STALE_WRITER` as soon as somebody else has taken the run over. */
export interface RunWriter extends LedgerStore {
  readonly runId: string;
  /** Resolves when somebody else has taken the run over (case H3). */
  readonly lost: Promise<void>;
  /** Gives the right back. */
  release(): void;
}

/** What is known of a run before its first commit. */
export interface Beginning {
  readonly runId: string;
  /** Id of the plan that it runs. */
  readonly plan: string;
  readonly planName: string;
  /** What it is called, where it is not called after its plan. */
  readonly name?: string;
}

/** What a book says of a run without its whole ledger. */
export interface RunLine {
  /** It can never go on here: it has ended, or it was executed elsewhere (case A14). */
  readonly isOver: boolean;
  readonly parentRunId: string | null;
}

/** The right to write; null while somebody else has it. Refused where there can be no ledger, and it can be said why. */
export type Opened = Result<RunWriter | null, readonly Diagnostic[]>;

/** Where the ledgers of runs are kept, and who may write them: rows and locks in a page, files and lock files in Node. */
export interface RunBook {
  /** Null for a run that is not there. */
  line(runId: string): Promise<RunLine | null>;
  /** The ledger of a run as far as it is durable; empty for one that is not there. */
  read(runId: string): Promise<readonly Commit[]>;
  /** Makes a ledger for a run that is not there yet. */
  begin(run: Beginning): Promise<Opened>;
  /**
   * Opens the ledger of a run that is there.
   *
   * @param takeOver also from whoever writes it now (case H3)
   */
  open(runId: string, takeOver: boolean): Promise<Opened>;
  /** The run has not begun, and will not: nothing needs to be left of it. */
  drop(runId: string): Promise<void>;
  /** The runs of the same session that have not ended, without the run itself (M2); none where it belongs to no session. */
  beside(runId: string): Promise<readonly string[]>;
  /**
   * How a run that others drive has ended; resolves when it has (M4).
   *
   * @throws when the signal is aborted before that
   */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
}
