import type { Commit } from '#kernel';

const PAGE = 10;

/** Where a key of the slider leads; undefined for keys that the browser knows by itself. */
export function keyTarget(key: string, position: number, length: number): number | undefined {
  if (key === 'PageUp') return Math.min(length, position + PAGE);
  if (key === 'PageDown') return Math.max(0, position - PAGE);
  if (key === 'Home') return 0;
  if (key === 'End') return length;
  return undefined;
}

interface Mark {
  /** The position at which it is seen: one more than the seq of its commit. */
  readonly at: number;
  readonly kind: 'plan' | 'failure';
}

/** Above this many marks the slider would be a solid bar; the first ones are shown. */
const MOST_MARKS = 400;

/** Where a plan arrived and where something failed, in the order of the ledger. */
export function marksOf(commits: readonly Commit[]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const commit of commits) {
    const kind = markOf(commit);
    if (kind) marks.push({ at: commit.seq + 1, kind });
    if (marks.length === MOST_MARKS) break;
  }
  return marks;
}

function markOf({ entries }: Commit): Mark['kind'] | null {
  if (entries.some(({ kind }) => kind === 'node.failed' || kind === 'run.failed' || kind === 'node.retrying'))
    return 'failure';
  return entries.some(({ kind }) => kind === 'plan.opened') ? 'plan' : null;
}
