import { type Diagnostic, err, ok, problem, type Result, withoutAttempt } from '#base';
import { type Commit, type Reuse, type RunStarted, recordOf } from '#kernel';
import { planHash, type Workspace } from '#plan';
import { documentsOfRun } from '../documents';
import type { StartOptions } from '../firstFact';
import { nameHandles } from '../madeHandles';
import { startOf } from '../missingFiles';
import { servingOnly } from './servingOnly';
import { readOtherwise } from './staleOf';

/** A run that goes on from another (D12): with its record, and otherwise as that one was begun. */
export type Branch = Required<
  Pick<StartOptions, 'workspace' | 'plan' | 'input' | 'seed' | 'labels' | 'reuse'>
> &
  Pick<StartOptions, 'inputFiles' | 'measures' | 'session' | 'stop' | 'pins' | 'trial'>;

/** D1: what the steps of a branch are: as they were when the run began, or as they stand now. */
export type Definition = 'recorded' | 'current';

/**
 * "Retry from failed" (D1): a run of its own that serves from the record whatever succeeded, and calls again what failed and
 * what depends on it. What may have changed something outside is not called twice unasked (D11). The run that it comes from
 * stays as it is.
 *
 * @param commits the whole ledger of a run, in order
 * @param workspace as it stands now
 */
export function retryOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
): Result<Branch, readonly Diagnostic[]> {
  const started = startOf(commits);
  const plan = started?.closure.plans[0]?.id;
  const reuse = recordOf(commits, commits.length, { careful: true });
  if (started === null || plan === undefined || !reuse.ok)
    return err([reuse.ok ? notALedger() : reuse.problem]);
  if (started.trial && definition === 'current') return err([notThePlan(plan)]);
  // The ledger names its tables (V6).
  nameHandles(started.input);
  const { input, inputFiles, measures, session, seed, labels, trial } = started;
  const around = definition === 'recorded' ? workspaceThen(started, workspace) : workspace;
  return ok({
    workspace: around,
    plan,
    input,
    inputFiles,
    measures,
    session,
    seed,
    labels,
    trial,
    reuse: holding(reuse.value, commits, around),
  });
}

/** D11: without what a model or a document was read for that is another now. */
function holding(reuse: Reuse, commits: readonly Commit[], workspace: Workspace): Reuse {
  const other = readOtherwise(commits, workspace);
  if (other.size === 0) return reuse;
  return servingOnly(reuse, (address) => !other.has(withoutAttempt(address)));
}

/** Whether the steps of a run would be others now; null where its plan is not there any more. */
export function isEdited(started: RunStarted, workspace: Workspace): boolean | null {
  const [then] = started.closure.plans;
  const now = workspace.plans.find(({ id }) => id === then?.id);
  if (then === undefined || now === undefined) return null;
  return planHash(then, workspaceThen(started, workspace)) !== planHash(now, workspace);
}

/** The workspace with all that the run's closure holds as it was then (K5). */
export function workspaceThen(started: RunStarted, now: Workspace): Workspace {
  const { plans, prompts, planners, models, policies, features, parsers } = started.closure;
  return {
    ...now,
    plans: [...plans],
    prompts: [...prompts],
    planners: [...planners],
    models: [...models],
    policies: [...policies],
    ...(features === undefined ? {} : { features: [...features] }),
    ...(parsers === undefined ? {} : { parsers: [...parsers] }),
    documents: [...documentsOfRun(started, now.documents)],
  };
}

function notThePlan(plan: string): Diagnostic {
  return problem(
    'LEDGER_OF_TRIAL',
    `In this run one step of the plan "${plan}" was tried alone, so the plan cannot continue from it.`,
    'Choose a run of the whole plan.',
  );
}

function notALedger(): Diagnostic {
  return problem(
    'LEDGER_INVALID',
    'This ledger does not begin with the start of a run.',
    'Choose the whole ledger of a run, from its first line.',
  );
}
