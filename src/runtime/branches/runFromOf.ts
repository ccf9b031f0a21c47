import {
  type Address,
  type Diagnostic,
  err,
  isWithin,
  ok,
  problem,
  type Result,
  withoutAttempt,
} from '#base';
import type { Commit, Entry } from '#kernel';
import type { Workspace } from '#plan';
import { type Branch, type Definition, retryOf } from './retryOf';
import { servingOnly } from './servingOnly';

/**
 * "Run from here" (D1): a run of its own that serves from the record what had been asked before a step began, and calls that step
 * and whatever was asked after it again. What may have changed something outside is not called twice unasked (D11).
 *
 * @param commits the whole ledger of a run, in order
 * @param step its address, at any depth; an attempt does not count
 * @returns how the run begins, or `STEP_NOT_RUN` where the step had not begun
 */
export function runFromOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
  step: Address,
): Result<Branch, readonly Diagnostic[]> {
  const branch = retryOf(commits, workspace, definition);
  if (!branch.ok) return branch;
  const before = askedBefore(commits, withoutAttempt(step));
  if (before === null) return err([notBegun(step)]);
  const reuse = servingOnly(branch.value.reuse, (address) => before.has(withoutAttempt(address)));
  return ok({ ...branch.value, reuse });
}

/** The nodes that asked for something before a step began; null where it has not. */
function askedBefore(commits: readonly Commit[], step: Address): ReadonlySet<Address> | null {
  const asked = new Set<Address>();
  for (const { entries } of commits)
    for (const entry of entries) {
      if (begins(entry, step)) return asked;
      if (ASKS.has(entry.kind)) asked.add(withoutAttempt(entry.address));
    }
  return null;
}

/** Whether a step begins with an entry: a node, or a state of a machine. */
export function begins({ kind, address }: Entry, step: Address): boolean {
  return (kind === 'node.started' || kind === 'state.entered') && withoutAttempt(address) === step;
}

/** What an answer of the record belongs to. */
const ASKS: ReadonlySet<Entry['kind']> = new Set<Entry['kind']>([
  'command',
  'served',
  'signal.taken',
  'machine.resumed',
]);

export function notBegun(step: Address): Diagnostic {
  return problem(
    'STEP_NOT_RUN',
    `The step ${step} had not begun in that run, so there is no record of what comes before it.`,
    'Choose a step that had begun, or retry the run.',
  );
}

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
