import type { BranchesScope } from '../scope';

/** The counters of an ASYNC container; the first four are fixed by its plan (R9, R10). */
export interface BranchCounts {
  readonly n: number;
  readonly rule: 'ALL' | 'FIRST_FAILURE' | 'ALL_SETTLED' | 'N_OF';
  readonly need: number;
  readonly limit: number;
  readonly opened: number;
  readonly ok: number;
  readonly bad: number;
  readonly skipped: number;
}

export type BranchOutcome = 'ok' | 'bad' | 'skipped';

/** Nothing has been opened yet. */
export function countsAtFirst({ branches, completion, limit }: BranchesScope): BranchCounts {
  return { n: branches.length, ...completion, limit, opened: 0, ok: 0, bad: 0, skipped: 0 };
}

/** Whether the container goes on, completes or fails, by R10. */
export function verdictOf(counts: BranchCounts): 'open' | 'done' | 'failed' {
  const { n, rule, need, ok, bad, skipped } = counts;
  const left = n - ok - bad - skipped;
  if (rule === 'N_OF') {
    if (ok >= need) return 'done';
    return ok + left < need ? 'failed' : 'open';
  }
  if (rule === 'FIRST_FAILURE' && bad > 0) return 'failed';
  if (left > 0) return 'open';
  return rule === 'ALL' && bad > 0 ? 'failed' : 'done';
}

/** Counts the end of a branch; a branch in which nothing started is neither success nor failure (R9). */
export function countBranch(counts: BranchCounts, outcome: BranchOutcome): BranchCounts {
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** Slots to open now, in order: as many as may run at once, none after an early completion (R9). */
export function slotsToOpen(counts: BranchCounts): readonly number[] {
  if (verdictOf(counts) !== 'open') return [];
  const running = counts.opened - counts.ok - counts.bad - counts.skipped;
  const room = Math.min(counts.limit - running, counts.n - counts.opened);
  return room <= 0 ? NO_SLOTS : Array.from({ length: room }, (_, place) => counts.opened + place);
}

const NO_SLOTS: readonly number[] = [];
