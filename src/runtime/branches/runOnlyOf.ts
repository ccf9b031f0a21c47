import { type Address, type Diagnostic, err, isWithin, ok, type Result, withoutAttempt } from '#base';
import type { Commit } from '#kernel';
import type { Workspace } from '#plan';
import { type Branch, type Definition, retryOf } from './retryOf';
import { begins, notBegun } from './runFromOf';
import { servingOnly } from './servingOnly';

/**
 * "Run only this" (D1): a run of its own that serves from the record whatever succeeded but the step and what lies inside it, calls
 * that alone, and is paused then. What the step needs and is not the same any more is called before it (D11).
 *
 * @param commits the whole ledger of a run, in order
 * @param step its address, at any depth; an attempt does not count
 * @returns how the run begins, or `STEP_NOT_RUN` where the step had not begun
 */
export function runOnlyOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
  step: Address,
): Result<Branch, readonly Diagnostic[]> {
  const branch = retryOf(commits, workspace, definition);
  if (!branch.ok) return branch;
  const after = withoutAttempt(step);
  if (!commits.some(({ entries }) => entries.some((entry) => begins(entry, after))))
    return err([notBegun(step)]);
  const reuse = servingOnly(
    branch.value.reuse,
    (address) => !isWithin(address, after),
    (address) => address === after || !isWithin(address, after),
  );
  return ok({ ...branch.value, reuse, stop: { after, only: true } });
}
