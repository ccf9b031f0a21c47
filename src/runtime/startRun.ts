import { type Diagnostic, err, hasErrors, type JsonObject, LIMITS, ok, problem, type Result } from '#base';
import type { Budget, RunLabels, RunLimits, RunStarted } from '#kernel';
import { type CapabilityPlan, checkPlan, planHash, type Workspace, workspaceHash } from '#plan';
import { boundedModels } from './boundedModels';
import { catalogueOf } from './catalogue';
import { closureOf } from './closure';
import { Driver } from './driver';
import { handleOf } from './handle';
import type { Host } from './host';
import { seedOf } from './ids';
import { checkRunInput } from './inputContract';
import type { RunHandle } from './runHandle';

export interface StartOptions {
  readonly workspace: Workspace;
  /** Id of the plan to run. */
  readonly plan: string;
  readonly input: JsonObject;
  readonly budget?: Budget;
  readonly labels?: RunLabels;
  readonly limits?: Partial<RunLimits>;
  /** Starts paused: nothing leaves before the first `step` or `resume`. */
  readonly paused?: boolean;
  /** Seed of everything that is chance in the run; made of the run's id by default. */
  readonly seed?: number;
  /** Id of the run, without blanks, at most 128 characters; fresh by default. */
  readonly runId?: string;
}

const RUN_ID = /^[\p{L}\p{N}\p{P}\p{S}]{1,128}$/u;

const DEFAULT_LIMITS: RunLimits = {
  planSteps: LIMITS.planSteps,
  plannerDepth: LIMITS.plannerDepth,
  dynamicSteps: LIMITS.dynamicStepsPerRun,
};

/**
 * Starts a run. Its first commit is on its way when this returns; follow it with `subscribe`, wait with `atRest` or
 * `done`.
 *
 * @returns the handle, or every reason why the plan cannot run: its errors (E4), or an input that it refuses (V1)
 * @example
 * const run = startRun(host, { workspace, plan: 'main', input: { question: 'How many?' } });
 * if (run.ok) await run.value.done;
 */
export function startRun(host: Host, options: StartOptions): Result<RunHandle, readonly Diagnostic[]> {
  const plan = planOf(options);
  if (!plan.ok) return plan;
  const catalogue = catalogueOf(options.workspace, host.capabilities);
  const diagnostics = checkPlan(plan.value, options.workspace, catalogue);
  if (hasErrors(diagnostics)) return err(diagnostics);
  const refusals = checkRunInput(plan.value, options.input);
  if (refusals.length > 0) return err(refusals);
  const runId = options.runId ?? host.ids.runId();
  if (!RUN_ID.test(runId)) return err([badRunId(runId)]);
  const started: RunStarted = {
    type: 'run.started',
    runId,
    planHash: planHash(plan.value, options.workspace),
    closure: closureOf(plan.value, options.workspace, catalogue),
    input: options.input,
    labels: options.labels ?? {},
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    budget: options.budget ?? {},
    flags: [],
    seed: options.seed ?? seedOf(runId),
    paused: options.paused ?? false,
    workspaceHash: workspaceHash(options.workspace),
  };
  const driver = new Driver({
    host: boundedHost(host),
    runId,
    documents: options.workspace.documents,
    state: null,
    commits: [],
  });
  const handle = handleOf(runId, driver);
  void driver.send(started);
  return ok(handle);
}

function badRunId(runId: string): Diagnostic {
  return problem(
    'RUN_ID_INVALID',
    `"${runId.slice(0, 40)}" cannot be the id of a run.`,
    'Use letters, digits and signs, without blanks, at most 128 of them.',
  );
}

/** The host with models whose replies end (case E4), for planners and capabilities alike. */
export function boundedHost(host: Host): Host {
  return { ...host, models: boundedModels(host.models, host.clock) };
}

function planOf(options: StartOptions): Result<CapabilityPlan, readonly Diagnostic[]> {
  const plan = options.workspace.plans.find(({ id }) => id === options.plan);
  if (!plan) {
    const ids = options.workspace.plans.map(({ id }) => id).join(', ');
    return err([
      problem('PLAN_UNKNOWN', `There is no plan "${options.plan}".`, `Choose one of: ${ids || 'none'}.`),
    ]);
  }
  if (plan.kind === 'capability') return ok(plan);
  return err([
    problem(
      'PLAN_NOT_RUNNABLE',
      `"${plan.id}" is a state machine, which can be read and kept, but not run yet.`,
      'Choose a capability plan.',
      { plan: plan.id },
    ),
  ]);
}
