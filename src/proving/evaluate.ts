import {
  canonicalJson,
  type Diagnostic,
  err,
  hashText,
  type Json,
  type JsonObject,
  ok,
  present,
  problem,
  type Result,
} from '#base';
import type { Budget, Commit, PlanAttempt } from '#kernel';
import {
  allNodes,
  apply,
  askingOf,
  type Catalogue,
  FORMAT,
  flavourOf,
  modelNamed,
  type Plan,
  type PlanNode,
  readJson,
  readNode,
  VERSION,
  type Workspace,
  withAsking,
  workspaceHash,
} from '#plan';
import { project } from '#projection';
import { type Capabilities, catalogueOf, type Host, simulate, startRun } from '#runtime';
import { judge } from './judge';
import {
  demandSameSuite,
  type EvalResults,
  type EvalRun,
  keyOf,
  type PlanningOfRun,
  RESULTS_FORMAT,
  RESULTS_VERSION,
  withRun,
  withUndone,
} from './results';
import { type Seen, seenOf } from './seen';
import type { Case, Subject, Suite, SuiteBudget } from './suite';

/** The outside in which suites are run. */
export interface Ground {
  /** What plans of the workspace may call here. */
  capabilitiesFor(workspace: Workspace): Capabilities;
  /** A host of its own for each run: nothing of it is kept. */
  hostFor(workspace: Workspace, capabilities: Capabilities): Host;
}

export interface Evaluation {
  readonly suite: Suite;
  /** The workspace that the suite names; null where it names none. */
  readonly workspace: Workspace | null;
  readonly ground: Ground;
  /** What is done already: an evaluation that was interrupted goes on. */
  readonly before?: EvalResults | undefined;
  readonly signal?: AbortSignal;
  /** Told after each run; the next one begins when that is kept. */
  onRun?(results: EvalResults): void | Promise<void>;
}

/** Where an evaluation stands: all of it done, or why it has stopped. Another one goes on from its results. */
export interface Evaluated {
  readonly results: EvalResults;
  /** `EVAL_STOPPED`, `OUT_OF_BUDGET`, `EVAL_UNCONNECTED`; null where it is done. */
  readonly stopped: Diagnostic | null;
}

/**
 * H5: each subject put to each case, as often as the suite says, one run after the other. The seed of a run depends on suite, case
 * and repeat alone, so that subjects are tried with the same chance.
 *
 * @returns what came of it, or why the suite cannot be run
 */
export async function evaluate(evaluation: Evaluation): Promise<Result<Evaluated, readonly Diagnostic[]>> {
  const { suite, workspace, before, signal } = evaluation;
  const begun = begin(suite, workspace, before);
  if (!begun.ok) return err([begun.problem]);
  const assigned = assignAll(suite, workspace);
  if (!assigned.ok) return assigned;
  let results = begun.value;
  const done = new Set(results.runs.map(keyOf));
  for (const { subject, one, assignment, index } of assigned.value) {
    const place = { subject: subject.id, case: one.id, index };
    if (done.has(keyOf(place))) continue;
    if (signal?.aborted) return ok({ results, stopped: stoppedByPerson(results) });
    const budget = leftOf(suite.budget ?? {}, results);
    if (isUsedUp(budget)) return ok({ results, stopped: outOfBudget(results) });
    const ran = await perform(evaluation, { one, assignment, index, budget });
    if (!ran.ok) return err(ran.problem.map((found) => ofCase(found, place)));
    const seen = seenOf(ran.value);
    const stopped = stoppedIn(ran.value, results);
    if (stopped !== null) {
      results = withUndone(results, seen.usage);
      await evaluation.onRun?.(results);
      return ok({ results, stopped });
    }
    results = withRun(results, runOf(place, one, seen), { plan: seen.plan, prompts: promptsIn(seen) });
    await evaluation.onRun?.(results);
  }
  return ok({ results, stopped: null });
}

/** What tells results of this suite, over this workspace, from all others. */
export function suiteHash(suite: Suite, workspace: Workspace | null): string {
  const { budget: _budget, atLeast: _atLeast, name: _name, ...asked } = suite;
  const said = { ...asked, workspace: workspace === null ? null : workspaceHash(workspace) };
  // Scripts hold their outcomes in maps.
  return hashText(canonicalJson(JSON.parse(JSON.stringify(said, plain))));
}

/** How many runs a suite has. */
export function runsIn({ subjects, cases, repeat }: Suite): number {
  return subjects.length * cases.length * repeat;
}

function plain(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

function begin(
  suite: Suite,
  workspace: Workspace | null,
  before: EvalResults | undefined,
): Result<EvalResults, Diagnostic> {
  const hash = suiteHash(suite, workspace);
  if (before !== undefined) return demandSameSuite(before, hash);
  return ok({
    format: RESULTS_FORMAT,
    version: RESULTS_VERSION,
    ...present({ name: suite.name }),
    suite: hash,
    of: runsIn(suite),
    runs: [],
    undone: { calls: 0, tokens: 0, microUnits: 0 },
    plans: {},
    prompts: {},
  });
}

interface Assigned {
  readonly subject: Subject;
  readonly one: Case;
  readonly assignment: Assignment;
  readonly index: number;
}

/** All runs, so that what is wrong with any of them is said before the first is paid for. */
function assignAll(
  suite: Suite,
  workspace: Workspace | null,
): Result<readonly Assigned[], readonly Diagnostic[]> {
  const assigned: Assigned[] = [];
  for (const subject of suite.subjects) {
    for (const one of suite.cases) {
      const assignment = subjectAtCase(suite, subject, one, workspace);
      if (!assignment.ok) return assignment;
      for (let index = 0; index < suite.repeat; index++)
        assigned.push({ subject, one, assignment: assignment.value, index });
    }
  }
  return ok(assigned);
}

interface Performed extends Pick<Assigned, 'one' | 'assignment' | 'index'> {
  readonly budget: SuiteBudget;
}

async function perform(
  { suite, ground, signal }: Evaluation,
  { one, assignment, index, budget }: Performed,
): Promise<Result<readonly Commit[], readonly Diagnostic[]>> {
  const { workspace, plan, input } = assignment;
  const capabilities = listed(ground.capabilitiesFor(workspace), one);
  const catalogue: Catalogue = catalogueOf(workspace, capabilities);
  const seed = seedOf(`${suite.seed}/${one.id}/${index}`);
  if (one.script !== undefined) {
    const script = { ...one.script, inputs: { ...one.script.inputs, ...input } };
    const simulated = await simulate({ workspace, plan, script, catalogue });
    return simulated.ok ? ok(simulated.value.commits) : simulated;
  }
  // A subject whose model nobody has connected is waited for: planned by rules it would be another one (K13).
  const host: Host = { ...ground.hostFor(workspace, capabilities), hasConnections: () => true };
  const started = startRun(host, { workspace, plan, input, seed, budget: asBudget(budget) });
  if (!started.ok) return started;
  const run = started.value;
  const leave = (): void => void run.cancel('The evaluation was stopped.');
  signal?.addEventListener('abort', leave, { once: true });
  await run.atRest();
  signal?.removeEventListener('abort', leave);
  run.close();
  return ok(run.commits);
}

/** 32 bits, as runs take them. */
function seedOf(text: string): number {
  return Number.parseInt(hashText(text).slice(0, 8), 16);
}

/** A catalogue says what there is. What it names and this host does not have, only a script can answer for. */
function listed(here: Capabilities, { catalogue = [] }: Case): Capabilities {
  const named = catalogue.filter(({ id }) => !here.catalogue.has(id));
  return {
    catalogue: new Map([...here.catalogue, ...named.map((one) => [one.id, one] as const)]),
    find: (id) => here.find(id),
  };
}

function runOf(place: Pick<EvalRun, 'subject' | 'case' | 'index'>, one: Case, seen: Seen): EvalRun {
  const { calls, tokens, microUnits, currency, estimated, latencyMs } = seen.usage;
  return {
    ...place,
    status: seen.status,
    ...(seen.error === null ? {} : { error: seen.error }),
    checks: one.checks.map((check) => judge(check, seen)),
    ...(seen.fallback === null ? {} : { fallback: seen.fallback }),
    calls,
    tokens,
    ...(estimated ? { estimated } : {}),
    microUnits,
    ...(currency === null ? {} : { currency }),
    latencyMs,
    plan: seen.planHash,
    ...(seen.attempts.length === 0 ? {} : { planning: seen.attempts.map(planningOf) }),
  };
}

function planningOf({ madeBy, verdict, prompt, reply, problems }: PlanAttempt): PlanningOfRun {
  const told = problems.map(({ code, message }) => ({ code, message }));
  return { madeBy, verdict, prompt: prompt === null ? null : hashText(prompt), reply, problems: told };
}

function promptsIn({ attempts }: Seen): Readonly<Record<string, string>> {
  const prompts = attempts.flatMap(({ prompt }) => prompt ?? []);
  return Object.fromEntries(prompts.map((prompt) => [hashText(prompt), prompt]));
}

/** K10: what is left for the next run of what all runs together may take. */
function leftOf(budget: SuiteBudget, { runs, undone }: EvalResults): SuiteBudget {
  const left = (part: keyof SuiteBudget): number | undefined => {
    const limit = budget[part];
    return limit === undefined
      ? undefined
      : runs.reduce((rest, run) => rest - run[part], limit - undone[part]);
  };
  return { calls: left('calls'), tokens: left('tokens'), microUnits: left('microUnits') };
}

function isUsedUp(left: SuiteBudget): boolean {
  return Object.values(left).some((rest) => rest !== undefined && rest <= 0);
}

function asBudget({ calls, tokens, microUnits }: SuiteBudget): Budget {
  return {
    ...present({ calls, tokens, microUnits }),
  };
}

/** Why a run was not done, although it has come to its rest: it says nothing of its subject. */
function stoppedIn(commits: readonly Commit[], results: EvalResults): Diagnostic | null {
  const view = project(commits);
  if (view.status === 'paused' && view.pausedBecause === 'budget') return outOfBudget(results);
  if (view.status === 'cancelled') return stoppedByPerson(results);
  const missing = view.waiting.find(({ kind }) => kind === 'connection' || kind === 'file');
  return missing === undefined ? null : notHere(missing.message ?? `“${missing.name}” waits for it.`);
}

function soFar({ runs, of }: EvalResults): string {
  return `${runs.length} of ${of} runs are done`;
}

function stoppedByPerson(results: EvalResults): Diagnostic {
  return problem('EVAL_STOPPED', `It was stopped: ${soFar(results)}.`, 'Go on where it stopped.');
}

function outOfBudget(results: EvalResults): Diagnostic {
  const message = `The budget of the suite is used up: ${soFar(results)}.`;
  return problem('OUT_OF_BUDGET', message, 'Raise "budget" in the suite, then go on.', { field: '/budget' });
}

function notHere(message: string): Diagnostic {
  return problem('EVAL_UNCONNECTED', message, 'Connect the model or bring the file, then go on.');
}

function ofCase(found: Diagnostic, { subject, case: name }: Pick<EvalRun, 'subject' | 'case'>): Diagnostic {
  return { ...found, message: `The case "${name}" cannot be run by "${subject}": ${found.message}` };
}

/** What a subject runs for a case: a plan of a workspace, with an input. */
interface Assignment {
  readonly workspace: Workspace;
  readonly plan: string;
  readonly input: JsonObject;
}

/** Ids of the plan that is made for a goal; scripts answer under those of its nodes (H4). */
const GOAL_PLAN = 'goal';

/**
 * Puts a subject to a case: planners of the plan plan as the subject does, and may call what the case allows.
 *
 * @param around the workspace of the suite; null where it has none, which is enough for goals
 * @returns `SUITE_NO_PLAN`, `MODEL_UNKNOWN`, or what is wrong with a plan that the subject's words make
 */
function subjectAtCase(
  suite: Suite,
  subject: Subject,
  one: Case,
  around: Workspace | null,
): Result<Assignment, readonly Diagnostic[]> {
  const model = subject.model === undefined ? null : modelNamed(around?.models ?? [], subject.model);
  if (model === undefined) return err([unknownModel(subject, around)]);
  const based = one.task.kind === 'goal' ? goalWorkspace(one, around) : planOf(suite, around);
  if (!based.ok) return based;
  const { workspace, plan } = based.value;
  const models =
    model === null ? workspace.models : [model, ...workspace.models.filter(({ id }) => id !== model.id)];
  const connections = withConnection(workspace, model?.connection);
  const changed = withSubject({ ...workspace, models, connections }, subject, one, model?.id);
  if (!changed.ok) return changed;
  return ok({ workspace: changed.value, plan, input: one.task.kind === 'input' ? one.task.input : {} });
}

function withConnection({ connections }: Workspace, id: string | undefined): Workspace['connections'] {
  if (id === undefined || connections.some((one) => one.id === id)) return connections;
  return [...connections, { id, kind: 'openai-compatible' }];
}

type Based = Result<{ readonly workspace: Workspace; readonly plan: string }, readonly Diagnostic[]>;

function planOf({ plan }: Suite, around: Workspace | null): Based {
  const found = plan === undefined ? around?.plans[0] : around?.plans.find(({ id }) => id === plan);
  if (around === null || found === undefined) return err([noPlan(plan, around)]);
  return ok({ workspace: around, plan: found.id });
}

/** The plan that a goal becomes. Where only plans are looked at it is not carried out, as by `planloom plan`. */
function goalWorkspace({ task, checks }: Case, around: Workspace | null): Based {
  const goal = task.kind === 'goal' ? task.goal : '';
  const isCarriedOut = checks.some(({ on }) => on === 'outcome');
  const nodes: Json[] = [
    { id: 'start', type: 'START' },
    { id: 'plan', type: 'PLANNER', params: { planner: 'rules', goal: escaped(goal) } },
    ...(isCarriedOut ? [{ id: 'execute', type: 'PLAN_EXECUTOR', params: {} }] : []),
    { id: 'end', type: 'END' },
  ];
  const ids = isCarriedOut ? ['start', 'plan', 'execute', 'end'] : ['start', 'plan', 'end'];
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to }));
  const plan = { id: GOAL_PLAN, kind: 'capability', name: 'A plan for a goal', nodes, edges };
  const made = readJson({ format: FORMAT, version: VERSION, id: 'proving', plans: [plan] });
  if (made.kind !== 'document') return err(made.diagnostics);
  return ok({
    workspace: { ...(around ?? made.workspace), plans: made.workspace.plans },
    plan: GOAL_PLAN,
  });
}

/** A goal is a template (V3); what a case asks for is only text. */
function escaped(goal: string): string {
  return goal.replaceAll('{{', '{ {');
}

function withSubject(
  workspace: Workspace,
  subject: Subject,
  { catalogue }: Case,
  model: string | undefined,
): Result<Workspace, readonly Diagnostic[]> {
  let changed = workspace;
  for (const plan of workspace.plans) {
    for (const { node } of nodesOf(plan)) {
      const to = nodeOfSubject(node, { subject, workspace, model, tools: catalogue?.map(({ id }) => id) });
      if (to === null) continue;
      const read = readNode(to);
      if (!read.ok) return read;
      const applied = apply(changed, { edit: 'update-node', plan: plan.id, node: node.id, to: read.value });
      if (!applied.ok) return err([applied.problem].flat());
      changed = applied.value.workspace;
    }
  }
  return ok(changed);
}

/** The steps of a state machine ask nobody in words of their own. */
function nodesOf(plan: Plan): ReturnType<typeof allNodes> | readonly [] {
  return plan.kind === 'capability' ? allNodes(plan) : [];
}

/** Flavours that ask no model: a subject that names a model, or a prompt, means one that does. */
const WITHOUT_MODEL: ReadonlySet<string> = new Set(['rules', 'htn', 'capability']);

interface Given {
  readonly subject: Subject;
  readonly workspace: Workspace;
  readonly model: string | undefined;
  readonly tools: readonly string[] | undefined;
}

/** The node as the subject has it; null where it is left as it is. */
function nodeOfSubject(node: PlanNode, { subject, workspace, model, tools }: Given): JsonObject | null {
  const hasModels = workspace.models.length > 0;
  if (node.type !== 'PLANNER')
    return model === undefined || askingOf(node, hasModels) === null ? null : withAsking(node, { model });
  const asked = withAsking(node, { model });
  const flavour = flavourOf(node, hasModels);
  const wantsModel = subject.model !== undefined || subject.prompt !== undefined;
  const to = subject.flavour ?? (wantsModel && WITHOUT_MODEL.has(flavour) ? 'llm' : flavour);
  const isNamed = workspace.prompts.some(({ id }) => id === subject.prompt);
  const params: Json = asked.params ?? {};
  return {
    ...asked,
    params: {
      ...(typeof params === 'object' && !Array.isArray(params) ? params : {}),
      ...(to === flavour ? {} : { planner: to }),
      ...(subject.prompt === undefined
        ? {}
        : { prompt: isNamed ? { prompt: subject.prompt } : subject.prompt }),
      ...(tools === undefined ? {} : { tools: [...tools] }),
    },
  };
}

function noPlan(plan: string | undefined, around: Workspace | null): Diagnostic {
  const ids = around?.plans.map(({ id }) => id).join(', ') || 'none';
  return problem(
    'SUITE_NO_PLAN',
    around === null
      ? 'A case has an input, but the suite names no workspace whose plan takes it.'
      : `The workspace has no plan "${plan ?? ''}".`,
    around === null
      ? 'Name a workspace in the suite, or ask for a goal.'
      : `Choose one of its plans: ${ids}.`,
    { field: '/plan' },
  );
}

function unknownModel({ id, model = '' }: Subject, around: Workspace | null): Diagnostic {
  const ids = around?.models.map((one) => one.id).join(', ') || 'none';
  return problem(
    'MODEL_UNKNOWN',
    `The subject "${id}" asks for the model "${model}", which is not there.`,
    `Models of the workspace: ${ids}. A model of a connection is written connection/name.`,
    { field: '/subjects' },
  );
}
