import { type Address, type Diagnostic, ok, type Result, withoutAttempt } from '#base';
import type { Commit } from '#kernel';
import type { Workspace } from '#plan';
import { type Branch, type Definition, retryOf } from './retryOf';

/**
 * "Run to here" (D1): a retry that goes up to a step and is paused when that has settled. The step may lie beyond what the run had
 * come to.
 *
 * @param commits the whole ledger of a run, in order
 * @param step its address, at any depth; an attempt does not count
 */
export function runUpToOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
  step: Address,
): Result<Branch, readonly Diagnostic[]> {
  const branch = retryOf(commits, workspace, definition);
  return branch.ok ? ok({ ...branch.value, stop: { after: withoutAttempt(step) } }) : branch;
}
