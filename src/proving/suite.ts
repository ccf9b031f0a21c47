import {
  type Diagnostic,
  err,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  problem,
  type Result,
  type Where,
} from '#base';
import {
  type CapabilityDescriptor,
  catalogueSchema,
  compileExpression,
  PLANNER_FLAVOURS,
  type PlannerFlavour,
  readScript,
  readShape,
  type Script,
} from '#plan';
import { anyJson, z } from './zod';

export const SUITE_FORMAT = 'planloom/eval';
const SUITE_VERSION = 1;

const name = z.string().min(1).max(100);

const checkSchema = z.strictObject({
  on: z.enum(['plan', 'outcome', 'cost']),
  that: z.string().min(1),
  as: z.string().min(1).optional(),
});

const subjectSchema = z.strictObject({
  id: name,
  flavour: z.enum(PLANNER_FLAVOURS).optional(),
  model: z.string().min(1).optional(),
  prompt: z.string().min(1).optional(),
});

const caseSchema = z.strictObject({
  id: name,
  goal: z.string().min(1).optional(),
  input: z.record(z.string(), anyJson).optional(),
  catalogue: catalogueSchema.optional(),
  script: anyJson.optional(),
  checks: z.array(checkSchema).min(1),
});

const budgetSchema = z.strictObject({
  calls: z.int().min(1).optional(),
  tokens: z.int().min(1).optional(),
  microUnits: z.int().min(1).optional(),
});

const suiteSchema = z.strictObject({
  format: z.literal(SUITE_FORMAT),
  version: z.literal(SUITE_VERSION),
  name: z.string().optional(),
  workspace: z.union([z.string().min(1), z.record(z.string(), anyJson)]).optional(),
  plan: z.string().min(1).optional(),
  subjects: z.array(subjectSchema).min(1),
  cases: z.array(caseSchema).min(1),
  repeat: z.int().min(1).default(5),
  seed: z.int().min(0).default(1),
  atLeast: z.number().min(0).max(1).default(1),
  budget: budgetSchema.optional(),
});

/** What must hold of a run, as a CEL expression that sees `plan`, `status`, `outputs`, `usage` and `attempts`. */
export type Check = z.infer<typeof checkSchema>;

/** Who is put to the proof: what it says of the planners of a plan takes the place of what they say themselves. */
export interface Subject {
  readonly id: string;
  readonly flavour?: PlannerFlavour | undefined;
  /** The id of a model of the workspace, or `connection/name`. */
  readonly model?: string | undefined;
  /** The id of a prompt of the workspace, or its words. */
  readonly prompt?: string | undefined;
}

/** What is asked for: a goal, for which a plan is made, or an input of the suite's plan. */
export type Task =
  | { readonly kind: 'goal'; readonly goal: string }
  | { readonly kind: 'input'; readonly input: JsonObject };

export interface Case {
  readonly id: string;
  readonly task: Task;
  /** What its plans may call; all that is there where it is left out. */
  readonly catalogue?: readonly CapabilityDescriptor[] | undefined;
  /** H4: answers for the outside, models and capabilities alike; without it they are really asked. */
  readonly script?: Script | undefined;
  readonly checks: readonly Check[];
}

/** What all runs of a suite together may take (K10). */
export type SuiteBudget = z.infer<typeof budgetSchema>;

/** H5: subjects, each put to the same cases. */
export interface Suite {
  readonly name?: string | undefined;
  /** A workspace, or the path of its file; null for whichever is open. */
  readonly workspace: string | JsonObject | null;
  /** The id of its plan; the first where it is left out. */
  readonly plan?: string | undefined;
  readonly subjects: readonly Subject[];
  readonly cases: readonly Case[];
  /** How many runs each subject makes of each case. */
  readonly repeat: number;
  readonly seed: number;
  /** The share of its runs that a subject has to pass. */
  readonly atLeast: number;
  readonly budget?: SuiteBudget | undefined;
}

/**
 * Reads a suite (H5).
 *
 * @returns every problem: those of its shape; `CASE_TASK` for a case that has neither goal nor input, or both; `SUITE_TWICE` for
 *   an id that is taken; `EXPRESSION_INVALID` for a check that cannot be read; `SUITE_TOO_LARGE`
 */
export function readSuite(value: Json): Result<Suite, readonly Diagnostic[]> {
  const shape = readShape(suiteSchema, value);
  if (!shape.ok) return shape;
  const { format: _format, version: _version, workspace = null, cases, ...rest } = shape.value;
  const problems: Diagnostic[] = [
    ...takenIds('subjects', rest.subjects),
    ...takenIds('cases', cases),
    ...tooLarge(rest.subjects.length * cases.length * rest.repeat),
  ];
  const read = cases.flatMap((one, index) => {
    const found = readCase(one, { field: `/cases/${index}` });
    if (found.ok) return [found.value];
    problems.push(...found.problem);
    return [];
  });
  return problems.length > 0 ? err(problems) : ok({ ...rest, workspace, cases: read });
}

function readCase(
  { goal, input, script, ...rest }: z.infer<typeof caseSchema>,
  where: Where & { readonly field: string },
): Result<Case, readonly Diagnostic[]> {
  const problems = rest.checks.flatMap(({ that }, index) =>
    wrongCheck(that, `${where.field}/checks/${index}/that`),
  );
  const task = taskOf(goal, input);
  if (task === null) problems.push(noTask(rest.id, where));
  const answers = script === undefined ? ok(undefined) : readScript(script);
  if (!answers.ok) problems.push(...answers.problem.map((one) => within(one, `${where.field}/script`)));
  return task === null || !answers.ok || problems.length > 0
    ? err(problems)
    : ok({ ...rest, task, script: answers.value });
}

function taskOf(goal: string | undefined, input: JsonObject | undefined): Task | null {
  if (goal !== undefined) return input === undefined ? { kind: 'goal', goal } : null;
  return input === undefined ? null : { kind: 'input', input };
}

function wrongCheck(that: string, field: string): Diagnostic[] {
  const compiled = compileExpression(that);
  return compiled.ok ? [] : [{ ...compiled.problem, where: { ...compiled.problem.where, field } }];
}

function within(one: Diagnostic, field: string): Diagnostic {
  return { ...one, where: { ...one.where, field: `${field}${one.where.field ?? ''}` } };
}

function takenIds(list: string, items: readonly { readonly id: string }[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = `There are two ${list} "${id}", so nobody could tell their results apart.`;
    return [problem('SUITE_TWICE', message, 'Give each its own id.', { field: `/${list}/${index}/id` })];
  });
}

function tooLarge(runs: number): readonly Diagnostic[] {
  if (runs <= LIMITS.suiteRuns) return [];
  const message = `The suite has ${runs} runs; at most ${LIMITS.suiteRuns} are made.`;
  return [problem('SUITE_TOO_LARGE', message, 'Lower "repeat", or split the suite.', { field: '/repeat' })];
}

function noTask(id: string, where: Where): Diagnostic {
  const message = `The case "${id}" does not say what is asked for: it needs either "goal" or "input".`;
  const help = 'Give it a "goal", for which a plan is made, or an "input" of the suite\'s plan.';
  return problem('CASE_TASK', message, help, where);
}
