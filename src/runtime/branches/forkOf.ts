import { type Diagnostic, err, ok, type Result } from '#base';
import { type Commit, type ForkEdits, recordOf } from '#kernel';
import type { Workspace } from '#plan';
import { type Branch, type Definition, retryOf } from './retryOf';

/**
 * "Fork" (D3): a run of its own that serves a record up to a position, makes the edits there, and calls whatever comes after it.
 * What was in flight at that position counts as not done (K8), and nothing is asked about: whoever forks has been shown what is
 * called again (`foreseeFork`). The run that it comes from stays as it is.
 *
 * @param commits the whole ledger of a run, in order
 * @param workspace as it stands now
 * @param at how many commits are kept, from 1
 * @returns how the run begins, or `POSITION_UNKNOWN` where the ledger has no such position
 */
export function forkOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
  at: number,
  edits: Pick<ForkEdits, 'set' | 'outputs'> = {},
): Result<Branch, readonly Diagnostic[]> {
  const branch = retryOf(commits, workspace, definition);
  if (!branch.ok) return branch;
  const reuse = recordOf(commits, at, edits);
  return reuse.ok ? ok({ ...branch.value, reuse: reuse.value }) : err([reuse.problem]);
}
