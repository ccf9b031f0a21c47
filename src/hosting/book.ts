import type { Diagnostic, Result } from '#base';
import type { Commit, DependencyEnd } from '#kernel';
import type { Blobs, LedgerStore, SessionEvent } from '#runtime';
import type { ReadPart } from './ledgerParts';
import type { RunFilter, RunLine } from './line';
import type { RunPage, RunPlace, RunsAsked } from './pages';

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

/** The right to write; null while somebody else has it. Refused where there can be no ledger, and it can be said why. */
export type Opened = Result<RunWriter | null, readonly Diagnostic[]>;

/** Where the ledgers of runs are kept, and who may write them: rows and locks in a page, files and lock files in Node. */
export interface RunBook {
  /** Null for a run that is not there. */
  line(runId: string): Promise<RunLine | null>;
  /** A part of the ledger of a run. What cannot be read is told, and so is that the run is not there. */
  readonly read: ReadPart;
  /** Makes a ledger for a run that is not there yet. */
  begin(run: Beginning): Promise<Opened>;
  /**
   * Opens the ledger of a run that is there.
   *
   * @param takeOver also from whoever writes it now (case H3)
   */
  open(runId: string, takeOver: boolean): Promise<Opened>;
  /**
   * The bytes of a run: documents, and values too large for a ledger (V6, W8). What its commits name is found as long as it is there,
   * wherever it was written; what another run named as well stays for that one when this is removed.
   */
  blobs(runId: string): Blobs;
  /** Removes a run for good, with its ledger and the bytes that it alone names: one that is deleted, or that will not begin. */
  remove(runId: string): Promise<void>;
  /** Some of the runs that a filter lets pass, the newest first. */
  page(asked: RunsAsked): Promise<RunPage>;
  /** Follows a run that others drive, until the returned function is called: its commits from a position on, as they come. */
  follow(runId: string, from: number, listener: (commits: readonly Commit[]) => void): () => void;
  /**
   * How a run that others drive has ended; resolves when it has (M4).
   *
   * @throws when the signal is aborted before that
   */
  ended(runId: string, signal: AbortSignal): Promise<DependencyEnd>;
}

/** How those who drive runs of one book reach each other. */
export interface Letters {
  /** Sends an event to the run of that id, wherever it is driven; where it is driven nowhere, nobody hears it. */
  send(to: string, event: SessionEvent): void;
  /** Hears what others send, until the returned function is called. */
  hear(listener: (to: string, event: SessionEvent) => void): () => void;
}

/** For a host that is alone with its book. */
export const NO_LETTERS: Letters = { send: () => {}, hear: () => () => {} };

/** So many lines are read at once by whoever goes through all of them. */
const AT_ONCE = 100;

/** All runs that a filter lets pass, the newest first, of which only one page is held. */
export async function* linesOfRuns(book: Pick<RunBook, 'page'>, filter: RunFilter): AsyncGenerator<RunLine> {
  let after: RunPlace | undefined;
  do {
    const { lines, next }: RunPage = await book.page({ ...filter, after, most: AT_ONCE });
    yield* lines;
    after = next ?? undefined;
  } while (after !== undefined);
}
