import type { RunSummary } from '#storage';

/** Where a run lies in the tree. */
type Branching = Pick<RunSummary, 'runId' | 'branchOf'>;

/** A line of the list of runs, which is a tree (D12): a run under the one that it goes on from. */
export interface TreeRow<Run extends Branching = Branching> {
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
export type TreeMove =
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
