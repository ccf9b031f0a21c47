import { type Address, type Diagnostic, err, ok, problem, type Result, withoutAttempt } from '#base';
import { type Commit, type DefinitionEdit, type ForkEdits, type Reuse, recordOf } from '#kernel';
import type { Workspace } from '#plan';
import { nodeAtAddress } from '#projection';
import { startOf } from '../missingFiles';
import { type AskingEdits, askingSteps, editAsking, placeIn } from './askingSteps';
import { type MadePlan, madePlans, withMadePlans } from './madePlans';
import { type Branch, type Definition, isEdited, retryOf } from './retryOf';
import { begins } from './runFromOf';

/** What a person changes where a run is forked: values at the point, and the definition from there on. */
export type ForkChanges = Pick<ForkEdits, 'set' | 'outputs' | 'inputs'> & AskingEdits;

/**
 * "Fork" (D3): a run of its own that serves a record up to a position, makes the edits there, and calls whatever comes after it.
 * What was in flight at that position counts as not done (K8), and nothing is asked about: whoever forks has been shown what is
 * called again (`foreseeFork`). The run that it comes from stays as it is, and so does the workspace.
 *
 * @param commits the whole ledger of a run, in order
 * @param workspace as it stands now
 * @param at how many commits are kept, from 1
 * @returns how the run begins; `POSITION_UNKNOWN` where the ledger has no such position, `STEP_BEGUN` where an edit of a step comes too
 *   late for it, or what `editAsking` says
 */
export function forkOf(
  commits: readonly Commit[],
  workspace: Workspace,
  definition: Definition,
  at: number,
  changes: ForkChanges = {},
): Result<Branch, readonly Diagnostic[]> {
  const branch = retryOf(commits, workspace, definition);
  if (!branch.ok) return branch;
  const { prompts = [], models = [], ownModels: _ownModels, ...edits } = changes;
  const started = startOf(commits);
  const isOther = definition === 'current' && started !== null && isEdited(started, workspace) === true;
  const definitionEdits: readonly DefinitionEdit[] = [
    ...prompts.map((one) => ({ kind: 'prompt', ...one }) as const),
    ...models.map((one) => ({ kind: 'model', ...one }) as const),
    ...(isOther ? [{ kind: 'plan' } as const] : []),
  ];
  const reuse = recordOf(commits, at, { ...edits, definition: definitionEdits });
  if (!reuse.ok) return err([reuse.problem]);
  const made = madePlans(commits.slice(0, at), reuse.value);
  const { plan } = branch.value;
  const edited = editAsking({ workspace: branch.value.workspace, made }, plan, changes);
  if (!edited.ok) return edited;
  const unknown = unknownSteps(commits, branch.value, changes);
  if (unknown.length > 0) return err(unknown);
  const late = tooLate(commits, reuse.value, branch.value, changes, made);
  if (late.length > 0) return err(late);
  const { workspace: around, made: madeNow } = edited.value;
  return ok({ ...branch.value, workspace: around, reuse: withMadePlans(reuse.value, madeNow) });
}

/** Inputs of steps that the plan does not have and the run has not come to. */
function unknownSteps(
  commits: readonly Commit[],
  { workspace, plan }: Branch,
  { inputs = [] }: ForkChanges,
): readonly Diagnostic[] {
  const main = workspace.plans.find(({ id }) => id === plan);
  const begun = new Set(
    commits.flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) => (kind === 'node.started' ? [withoutAttempt(address)] : [])),
    ),
  );
  const view = { opened: new Map(), started: startOf(commits) };
  const isThere = (step: Address): boolean =>
    begun.has(step) || (main?.kind === 'capability' && nodeAtAddress(step, main, view) !== null);
  return inputs.flatMap(({ address }) => (isThere(withoutAttempt(address)) ? [] : [unknownStep(address)]));
}

/** Edits of steps that have no effect any more: the step had begun with its input, or is over. */
function tooLate(
  commits: readonly Commit[],
  reuse: Reuse,
  { workspace, plan }: Branch,
  { inputs = [], prompts = [], models = [] }: ForkChanges,
  made: readonly MadePlan[],
): readonly Diagnostic[] {
  const { at } = reuse.from;
  const kept = commits.slice(0, at);
  const single = new Set(
    askingSteps(workspace, plan, made).flatMap(({ address, isSingle }) => (isSingle ? [address] : [])),
  );
  const begun = inputs.map(({ address }) => address).filter((step) => hasInput(step, kept, reuse));
  const over = [...prompts, ...models]
    .map(({ step }) => step)
    .filter((step) => single.has(placeIn(step, made)) && hasSucceeded(step, kept));
  return [...new Set([...begun, ...over])].map((step) => tooLateFor(step, at, commits));
}

/** Whether a step cannot be given another input any more: it is over, or what is in it runs. */
export function hasInput(step: Address, kept: readonly Commit[], { started }: Reuse): boolean {
  const place = withoutAttempt(step);
  return started.includes(place) || hasSucceeded(place, kept);
}

/** Whether a step is over at the end of these commits. */
export function hasSucceeded(step: Address, kept: readonly Commit[]): boolean {
  const place = withoutAttempt(step);
  return kept.some(({ entries }) =>
    entries.some(({ kind, address }) => kind === 'node.succeeded' && withoutAttempt(address) === place),
  );
}

function unknownStep(step: Address): Diagnostic {
  return problem(
    'STEP_UNKNOWN',
    `Neither the plan nor its run has a step ${step}.`,
    'Choose a step by the address that the ledger has of it.',
  );
}

function tooLateFor(step: Address, at: number, commits: readonly Commit[]): Diagnostic {
  const began = commits.findIndex(({ entries }) =>
    entries.some((entry) => begins(entry, withoutAttempt(step))),
  );
  const help =
    began > 0
      ? `Fork at position ${began} or before, or edit the output of the step.`
      : 'Edit the output of the step.';
  return problem('STEP_BEGUN', `At position ${at} the step ${step} has begun already.`, help);
}
