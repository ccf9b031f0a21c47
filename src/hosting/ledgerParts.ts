import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { Commit } from '#kernel';

/** Some commits of a ledger, in their order. */
export interface LedgerPart {
  readonly commits: readonly Commit[];
  /** The position at which the next part begins; null where the ledger ends, as far as it is durable. */
  readonly next: number | null;
}

/** A part that was asked for, or why it cannot be read. */
export type PartRead = Result<LedgerPart, readonly Diagnostic[]>;

/** Reads a part of the ledger of a run: at most so many commits, from a position on. */
export type ReadPart = (runId: string, from: number, most: number) => Promise<PartRead>;

/** A part of a ledger that is at hand as a whole. */
export function partOf(ledger: readonly Commit[], from: number, most: number): LedgerPart {
  const end = from + most;
  return { commits: ledger.slice(from, end), next: end < ledger.length ? end : null };
}

/** So many commits are read at once by whoever wants all of them. */
const AT_ONCE = 500;

/** The whole ledger of a run, part by part. Where one cannot be read, nothing is. */
export async function wholeLedger(
  { read }: { readonly read: ReadPart },
  runId: string,
): Promise<Result<readonly Commit[], readonly Diagnostic[]>> {
  const commits: Commit[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: PartRead = await read(runId, from, AT_ONCE);
    if (!part.ok) return part;
    for (const commit of part.value.commits) commits.push(commit);
    from = part.value.next;
  }
  return ok(commits);
}

/** The run is not in the book, or was removed while it was read. */
export function runAbsent(runId: string) {
  return err([
    problem(
      'RUN_ABSENT',
      `The run "${runId}" is missing.`,
      'It was deleted, or ran elsewhere: import its ledger.',
    ),
  ]);
}

export function isAbsent([first]: readonly Diagnostic[]): boolean {
  return first?.code === 'RUN_ABSENT';
}

/** Commits that the book once had are missing. */
export function ledgerDamaged(runId: string, seq: number) {
  return err([
    problem(
      'LEDGER_DAMAGED',
      `Commit ${seq} of the run "${runId}" is missing.`,
      'Import the ledger of the run again from a file, or delete the run.',
    ),
  ]);
}
