import { canonicalJson, problem } from '#base';
import type { Closure, Commit } from '#kernel';
import { type Plan, planHash, type Workspace } from '#plan';
import { closureOf } from '#runtime';
import type { Given } from '../command';
import { Refusal } from '../outcome';

/** What a run was begun with: its ledger holds them, so giving them again changes nothing. */
const SETTLED = ['plan', 'input', 'run-id', 'session', 'parent', 'goal', 'pin', 'measured', 'to'];

/**
 * A ledger brings the plan that it goes on with, and that plan was not looked at with the workspace (case A14). It is
 * taken up when the workspace has the same plan and what belongs to it, whatever that is called (W4), or with `--yes`.
 *
 * @throws Refusal `UNTRUSTED`, with the hash of the workspace that the run was begun in
 */
export function demandSamePlan(before: readonly Commit[], workspace: Workspace, given: Given): void {
  const started = before[0]?.fact;
  if (started?.type !== 'run.started' || given.has('yes') || isPlanOf(started.closure, workspace)) return;
  const refusal = problem(
    'UNTRUSTED',
    'The run of this ledger was begun with another plan than the one in this workspace.',
    'Give the workspace that it was begun in, or take it up as it is with --yes.',
  );
  throw new Refusal([refusal], { hash: started.workspaceHash ?? null });
}

/** Lines for people about options that a run which is taken up does not heed. */
export function unheeded(given: Given): readonly string[] {
  return SETTLED.filter((name) => given.has(name)).map(
    (name) => `--${name} is not used: the run continues with what it was started with.`,
  );
}

function isPlanOf(closure: Closure, workspace: Workspace): boolean {
  const [begun] = closure.plans;
  const plan = workspace.plans.find(({ id }) => id === begun?.id);
  if (begun === undefined || plan === undefined) return false;
  const now = authority(plan, closureOf(plan, workspace, new Map()), workspace);
  return now === authority(begun, closure, workspace);
}

/**
 * What decides what may be called: the meaning of the plan and of all that it refers to, and not what any of it is called
 * (W4). Models and capabilities are this host's own, whatever a ledger says of them.
 */
function authority(plan: Plan, closure: Closure, workspace: Workspace): string {
  const { plans, prompts, planners, policies, features = [], parsers = [] } = closure;
  const around: Workspace = {
    ...workspace,
    plans: [...plans],
    prompts: [...prompts],
    planners: [...planners],
    features: [...features],
    parsers: [...parsers],
    models: [],
    capabilities: [],
  };
  return `${planHash(plan, around)} ${canonicalJson(JSON.parse(JSON.stringify(policies)))}`;
}
