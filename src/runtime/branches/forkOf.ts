import { type Diagnostic, err, type JsonObject, ok, type Result, ROOT } from '#base';
import { type Commit, type ForkEdits, recordIn, recordOf } from '#kernel';
import type { Workspace } from '#plan';
import { startOf } from '../missingFiles';
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
  const set = { ...settingsAt(commits.slice(0, at)), ...edits.set };
  const reuse = recordOf(commits, at, { ...edits, set });
  return reuse.ok ? ok({ ...branch.value, reuse: reuse.value }) : err([reuse.problem]);
}

/** What a fork had set, and no step has written since: a fork of it has these values, too. */
function settingsAt(commits: readonly Commit[]): JsonObject {
  const started = startOf(commits);
  const set = (started === null ? null : recordIn(started))?.set ?? {};
  const isKept = new Map(Object.keys(set).map((variable) => [variable, true]));
  for (const { entries } of commits)
    for (const entry of entries)
      if (entry.kind === 'variable.written' && isKept.has(entry.data.variable))
        isKept.set(entry.data.variable, entry.address === ROOT);
  return Object.fromEntries(Object.entries(set).filter(([variable]) => isKept.get(variable)));
}
