import {
  type Diagnostic,
  err,
  hasErrors,
  hashText,
  isTableHandle,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  own,
  present,
  problem,
  type Result,
  reservedAt,
} from '#base';
import {
  BEHAVIOUR_FLAGS,
  type Budget,
  type GivenSession,
  type Goal,
  type ModelMeasure,
  type Pin,
  type Reuse,
  type RunLabels,
  type RunLimits,
  type RunStarted,
  type Stop,
} from '#kernel';
import {
  type CapabilityDescriptor,
  type Catalogue,
  checkForRun,
  compileExpression,
  type FileDocument,
  type Plan,
  planHash,
  takesRows,
  type Variable,
  validateJson,
  type Workspace,
  workspaceHash,
} from '#plan';
import { closureOf, namedBy } from './closure';
import { isMade } from './madeHandles';
import type { Ids } from './ports';

/** What a run is started with. */
export interface StartOptions {
  readonly workspace: Workspace;
  /** Id of the plan to run. */
  readonly plan: string;
  readonly input: JsonObject;
  /** The files that inputs were read from; each has the id of its variable (W8). */
  readonly inputFiles?: readonly FileDocument[] | undefined;
  readonly budget?: Budget;
  readonly labels?: RunLabels;
  readonly limits?: Partial<RunLimits>;
  /** Starts paused: nothing leaves before the first `step` or `resume`. */
  readonly paused?: boolean;
  /** Seed of everything that is chance in the run; made of the run's id by default. */
  readonly seed?: number;
  /** M4: the run that starts this one, and those that have to complete before it begins. */
  readonly parentRunId?: string;
  readonly dependsOn?: readonly string[];
  /** M3: the goal that a machine is started by; its input is the goal's data. */
  readonly goal?: Goal;
  /** P7: what the person's own attempts say of the models of the workspace. */
  readonly measures?: readonly ModelMeasure[] | undefined;
  /** P16: what it is told of the session that its labels name. */
  readonly session?: GivenSession | undefined;
  /** What the run serves itself from the record of another: a fork (K8). */
  readonly reuse?: Reuse;
  /** D1: the node up to which it runs. */
  readonly stop?: Stop;
  /** D1: the plan has one node of another alone, which is tried. */
  readonly trial?: true | undefined;
  /** What is said to come of nodes and capabilities (D10), in the place of what the record of a fork has pinned. */
  readonly pins?: readonly Pin[] | undefined;
  /** Id of the run, without blanks, at most 128 characters; fresh by default. */
  readonly runId?: string;
}

const RUN_ID = /^[\p{L}\p{N}\p{P}\p{S}]{1,128}$/u;

const DEFAULT_LIMITS: RunLimits = {
  planSteps: LIMITS.planSteps,
  plannerDepth: LIMITS.plannerDepth,
  dynamicSteps: LIMITS.dynamicStepsPerRun,
};

/** What a run is started with, by whom. */
interface FirstFactOptions extends StartOptions {
  readonly runId: string;
  /** H4: a script stands for the outside, state machines that the plan runs included. */
  readonly simulated?: Scripted;
  /** The hosts behind the connections of its models, by slot (P13, P15). */
  readonly hosts?: { readonly [slot: string]: string };
}

/** What a script answers for. */
interface Scripted {
  /** KEYs of guards; all others pass. */
  readonly guards: readonly string[];
  /** Whether it says what becomes of a node. */
  readonly speaksOf: (node: string) => boolean;
}

/**
 * The first fact of a run (K5), for one that really happens and for a simulation alike.
 *
 * @param catalogue all that the plan may name
 * @returns the fact, or every reason why the plan cannot run: its errors (E4), or an input that it refuses (V1)
 */
export function firstFact(
  options: FirstFactOptions,
  catalogue: Catalogue,
): Result<RunStarted, readonly Diagnostic[]> {
  const { workspace, runId, simulated, hosts = {} } = options;
  const plan = planOf(options);
  if (!plan.ok) return plan;
  const diagnostics = checkForRun(plan.value, workspace, catalogue).filter(
    (one) => simulated === undefined || !isScripted(one, simulated),
  );
  if (hasErrors(diagnostics)) return err(diagnostics);
  const refusals = [
    ...checkRunInput(plan.value, options.input),
    ...settingsOf(options).flatMap((set) => checkForkEdits(plan.value, set)),
    ...checkPutIn(plan.value, options.reuse ?? NOTHING_PUT_IN),
    ...checkPins(plan.value, pinsOf(options)),
  ];
  if (refusals.length > 0) return err(refusals);
  if (!RUN_ID.test(runId)) return err([badRunId(runId)]);
  return ok({
    type: 'run.started',
    runId,
    planHash: planHash(plan.value, workspace),
    closure: {
      ...closureOf(
        plan.value,
        workspace,
        simulated === undefined ? catalogue : withStandIns(plan.value, workspace, catalogue),
      ),
      ...(Object.keys(hosts).length === 0 ? {} : { hosts }),
    },
    input: options.input,
    ...inputFilesOf(options),
    labels: options.labels ?? {},
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    budget: options.budget ?? {},
    flags: BEHAVIOUR_FLAGS,
    seed: options.seed ?? seedOf(runId),
    paused: options.paused ?? false,
    ...present({ parentRunId: options.parentRunId, dependsOn: options.dependsOn }),
    ...goalOf(plan.value, options.goal),
    ...measuresOf(options),
    ...present({ session: options.session }),
    ...reuseOf(options),
    ...present({ stop: options.stop, trial: options.trial }),
    ...(simulated === undefined ? {} : { simulated: true, guards: simulated.guards }),
    workspaceHash: workspaceHash(workspace),
  });
}

const NOTHING_PUT_IN = { served: [] };

function pinsOf({ pins, reuse }: StartOptions): readonly Pin[] {
  return pins ?? reuse?.pins ?? [];
}

/** What is set at the points of the forks that led here (D3). */
function settingsOf({ reuse }: StartOptions): readonly JsonObject[] {
  return reuse === undefined ? [] : [...(reuse.points ?? []), reuse].map(({ set }) => set);
}

/** Of models that the run may ask, where there is more than one to choose among. */
function measuresOf({ measures = [], workspace: { models } }: StartOptions): Pick<RunStarted, 'measures'> {
  const known = measures.filter(({ model }) => models.some(({ id }) => id === model));
  return known.length === 0 || models.length < 2 ? {} : { measures: known };
}

/** What a run serves itself (K8): of the record and of pins, whichever there is. */
function reuseOf(options: StartOptions): Pick<RunStarted, 'reuse'> {
  const { reuse } = options;
  const pins = pinsOf(options);
  if (reuse !== undefined) return { reuse: options.pins === undefined ? reuse : { ...reuse, pins } };
  return pins.length === 0 ? {} : { reuse: { pins } };
}

/** Of inputs that are given: a file of another variable says nothing of this run. */
function inputFilesOf({ input, inputFiles = [] }: StartOptions): Pick<RunStarted, 'inputFiles'> {
  const given = inputFiles.filter(({ id }) => Object.hasOwn(input, id));
  return given.length === 0 ? {} : { inputFiles: given };
}

/** M3: a machine that says its goal event is started by that, if by none other. */
function goalOf(plan: Plan, goal: Goal | undefined): { readonly goal?: Goal } {
  if (goal !== undefined) return { goal };
  return plan.kind === 'state-machine' && plan.onGoal !== undefined ? { goal: { event: plan.onGoal } } : {};
}

/**
 * H4: a script answers for node types that are not run yet, as for one leaf, and for capabilities that are not here, where
 * it says what becomes of the node that names them. What no node names, such as a capability of a feature, is never
 * asked, or under a KEY of its own.
 */
function isScripted({ code, where }: Diagnostic, { speaksOf }: Scripted): boolean {
  if (code === 'NOT_SUPPORTED') return where.field === '/type';
  return code === 'CAPABILITY_UNKNOWN' && (where.node === undefined || speaksOf(where.node));
}

/** Capabilities that are named and not here stand in the closure all the same: only the script answers for them. */
function withStandIns(plan: Plan, workspace: Workspace, catalogue: Catalogue): Catalogue {
  const missing = namedBy(plan, workspace).filter((name) => !name.endsWith('*') && !catalogue.has(name));
  if (missing.length === 0) return catalogue;
  return new Map([...catalogue, ...missing.map((id) => [id, standIn(id)] as const)]);
}

function standIn(id: string): CapabilityDescriptor {
  return {
    id,
    description: 'Not here: the script answers for it.',
    input: {},
    output: {},
    effect: 'unknown',
  };
}

function badRunId(runId: string): Diagnostic {
  return problem(
    'RUN_ID_INVALID',
    `"${runId.slice(0, 40)}" cannot be the id of a run.`,
    'Use letters, digits and signs, without blanks, at most 128 of them.',
  );
}

function planOf(options: StartOptions): Result<Plan, readonly Diagnostic[]> {
  const plan = options.workspace.plans.find(({ id }) => id === options.plan);
  if (!plan) {
    const ids = options.workspace.plans.map(({ id }) => id).join(', ');
    return err([
      problem('PLAN_UNKNOWN', `There is no plan "${options.plan}".`, `Choose one of: ${ids || 'none'}.`),
    ]);
  }
  return ok(plan);
}

/**
 * V1: whether a plan can be started with this input. Every IN variable without a default must be there, must match
 * its schema, and a `strict` plan takes no other names. A table that this host keeps (V6) is the value of a whole input: its
 * rows were held against the schema when it was made, and here it is a list.
 *
 * @returns all problems, code `INPUT_INVALID`, or `VALUE_RESERVED` for a handle (V6); none means that the input may be used
 */
function checkRunInput(plan: Plan, input: JsonObject): readonly Diagnostic[] {
  const place = reservedAt(withoutTables(input));
  if (place !== null) return [reserved(plan, place)];
  if (plan.variables === 'open') return [];
  const inputs = plan.variables.filter(({ scope }) => scope === 'IN');
  const problems = inputs.flatMap((variable) => checkVariable(plan, variable, input));
  return plan.strict ? [...problems, ...unknownNames(plan, inputs, input)] : problems;
}

function withoutTables(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !isKeptTable(value)));
}

function isKeptTable(value: Json): boolean {
  return isTableHandle(value) && isMade(value);
}

/** V6: outputs and inputs that a person puts in the place of those of a fork's steps bring no handles. */
function checkPutIn(
  plan: Plan,
  { served, inputs = [] }: Pick<Reuse, 'served' | 'inputs'>,
): readonly Diagnostic[] {
  const outputs = served.flatMap((one) => ('output' in one ? [one.output] : []));
  return [...outputs, ...inputs.map(({ input }) => input)].flatMap((value) => {
    const place = reservedAt(value);
    return place === null ? [] : [reserved(plan, place)];
  });
}

/** D10: pins bring no handles either, and a condition that cannot be read would only be found out in the run. */
function checkPins(plan: Plan, pins: readonly Pin[]): readonly Diagnostic[] {
  return pins.flatMap((pin) => {
    const about = 'node' in pin ? pin.node : pin.capability;
    const place = 'output' in pin ? reservedAt(pin.output) : null;
    const condition = pin.when === undefined ? null : compileExpression(pin.when);
    return [
      ...(place === null ? [] : [reserved(plan, place)]),
      ...(condition === null || condition.ok ? [] : [badCondition(plan, about, condition.problem)]),
    ];
  });
}

function badCondition(plan: Plan, about: string, { code, message, help }: Diagnostic): Diagnostic {
  return problem(code, `The condition of the pin on "${about}": ${message}`, help, { plan: plan.id });
}

/** D3: a fork sets variables that the plan declares, to values that fit their schemas. */
function checkForkEdits(plan: Plan, set: JsonObject): readonly Diagnostic[] {
  const place = reservedAt(set);
  if (place !== null) return [reserved(plan, place)];
  if (plan.variables === 'open') return [];
  const declared = new Map(plan.variables.map((variable) => [variable.id, variable]));
  return Object.entries(set).flatMap(([id, value]) => {
    const variable = declared.get(id);
    if (variable === undefined) return [noVariable(plan, id, [...declared.keys()])];
    return validateJson(variable.schema ?? {}, value).map(({ message }) =>
      refusal(
        plan,
        `"${id}" cannot be set to this: ${message}`,
        `Give "${id}" a value that matches its schema.`,
      ),
    );
  });
}

function reserved(plan: Plan, place: string): Diagnostic {
  return problem(
    'VALUE_RESERVED',
    `The value has the key ${place}, which only tables and files of a run's own have.`,
    'Give the key another name. A large table is made by table.load out of a document.',
    { plan: plan.id },
  );
}

function noVariable(plan: Plan, id: string, known: readonly string[]): Diagnostic {
  const list = known.join(', ') || 'none';
  return problem('VARIABLE_UNKNOWN', `The plan has no variable "${id}".`, `Its variables are: ${list}.`, {
    plan: plan.id,
  });
}

function checkVariable(plan: Plan, variable: Variable, input: JsonObject): readonly Diagnostic[] {
  const value = own(input, variable.id);
  if (value === undefined) {
    if (variable.default !== undefined) return [];
    return [refusal(plan, `The input "${variable.id}" is missing.`, `Give a value for "${variable.id}".`)];
  }
  if (isKeptTable(value) && takesRows(variable.schema)) return [];
  return validateJson(variable.schema ?? {}, value).map(({ path, message }) =>
    refusal(
      plan,
      `The input "${variable.id}" is not what the plan asks for${path === '' || path === '/' ? '' : ` at ${path}`}: ${message}`,
      `Give "${variable.id}" a value that matches its schema.`,
    ),
  );
}

function unknownNames(plan: Plan, inputs: readonly Variable[], input: JsonObject): readonly Diagnostic[] {
  const known = new Set(inputs.map(({ id }) => id));
  const list = inputs.map(({ id }) => id).join(', ') || 'none';
  return Object.keys(input)
    .filter((name) => !known.has(name))
    .map((name) => refusal(plan, `The plan has no input "${name}".`, `Its inputs are: ${list}.`));
}

function refusal(plan: Plan, message: string, help: string): Diagnostic {
  return problem('INPUT_INVALID', message, help, { plan: plan.id });
}

/** Run ids from the host's own source of chance (WebCrypto). */
export const systemIds: Ids = {
  runId: () => `run-${crypto.randomUUID()}`,
};

/**
 * The seed of all chance in a run, unless one is given: the same run id gives the same run on every host (K3).
 *
 * @returns 32 bits
 */
function seedOf(runId: string): number {
  return Number.parseInt(hashText(runId).slice(0, 8), 16);
}
