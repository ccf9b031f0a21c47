import { type Diagnostic, err, type Json, ok, problem, type Result } from '#base';
import { readShape } from '#plan';
import { anyJson, z } from './zod';

export const RESULTS_FORMAT = 'planloom/eval-results';
export const RESULTS_VERSION = 1;

const count = z.number().min(0);

const judgedSchema = z.strictObject({ held: z.boolean(), because: z.string().optional() });

const planningSchema = z.strictObject({
  /** The planner document, or the model, that was asked. */
  madeBy: z.string(),
  verdict: z.enum(['accepted', 'refused', 'failed']),
  /** The hash of the prompt, by which `prompts` has it; null where no model was asked. */
  prompt: z.string().nullable(),
  reply: z.string().nullable(),
  problems: z.array(z.strictObject({ code: z.string(), message: z.string() })),
});

const runSchema = z.strictObject({
  subject: z.string(),
  case: z.string(),
  /** Which of the repeats it is, from 0. */
  index: z.int().min(0),
  status: z.string(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  checks: z.array(judgedSchema),
  /** Who planned in the place of the model that was to plan, and why. */
  fallback: z.string().optional(),
  calls: count,
  tokens: count,
  estimated: z.boolean().optional(),
  microUnits: count,
  currency: z.string().optional(),
  latencyMs: count,
  /** The hash of the plan that was made, by which `plans` has it. */
  plan: z.string().nullable(),
  /** What was asked and answered on the way to that plan; absent where nobody planned. */
  planning: z.array(planningSchema).optional(),
});

const resultsSchema = z.strictObject({
  format: z.literal(RESULTS_FORMAT),
  version: z.literal(RESULTS_VERSION),
  name: z.string().optional(),
  /** Of the suite and its workspace: results of another one are never gone on with. */
  suite: z.string(),
  /** How many runs the suite has, done or not. */
  of: count,
  runs: z.array(runSchema),
  /** What runs took that were stopped before they were done: it is paid for all the same (K10). */
  undone: z.strictObject({ calls: count, tokens: count, microUnits: count }),
  plans: z.record(z.string(), anyJson),
  /** Absent in a file that was written before prompts were kept. */
  prompts: z.record(z.string(), z.string()).optional(),
});

/** What came of one run of a suite. */
export type EvalRun = z.infer<typeof runSchema>;

/** One attempt of a planner in such a run, word for word. */
export type PlanningOfRun = z.infer<typeof planningSchema>;

/** Results as a file holds them: the runs that are done, in the order of the suite, and the plans that were made. */
export type EvalResults = z.infer<typeof resultsSchema>;

/** Whether all that must hold of a run does. What others have planned is nothing that its subject has done. */
export function hasPassed({ checks, fallback }: EvalRun): boolean {
  return fallback === undefined && checks.every(({ held }) => held);
}

/** Reads results (H5). @returns every problem of their shape, or `EVAL_RUN_TWICE` */
export function readResults(value: Json): Result<EvalResults, readonly Diagnostic[]> {
  const shape = readShape(resultsSchema, value);
  if (!shape.ok) return shape;
  const keys = shape.value.runs.map(keyOf);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice < 0) return shape;
  const { subject, case: name, index } = shape.value.runs[twice] ?? { subject: '', case: '', index: 0 };
  return err([
    problem(
      'EVAL_RUN_TWICE',
      `Run ${index + 1} of the case "${name}" by "${subject}" stands there twice.`,
      'Choose a file as it was written.',
      { field: `/runs/${twice}` },
    ),
  ]);
}

/** What tells a run of a suite from its others. */
export function keyOf({ subject, case: name, index }: Pick<EvalRun, 'subject' | 'case' | 'index'>): string {
  return JSON.stringify([subject, name, index]);
}

/** What was made in a run: its plan, and the prompts by their hashes. */
interface MadeInRun {
  readonly plan: Json;
  readonly prompts: Readonly<Record<string, string>>;
}

/** Results with one run more. */
export function withRun(results: EvalResults, run: EvalRun, made: MadeInRun): EvalResults {
  const plans = run.plan === null ? results.plans : { ...results.plans, [run.plan]: made.plan };
  const prompts = { ...results.prompts, ...made.prompts };
  return { ...results, runs: [...results.runs, run], plans, prompts };
}

/** Results with what a run took that was not done. */
export function withUndone(
  results: EvalResults,
  { calls, tokens, microUnits }: Pick<EvalRun, 'calls' | 'tokens' | 'microUnits'>,
): EvalResults {
  const { undone } = results;
  return {
    ...results,
    undone: {
      calls: undone.calls + calls,
      tokens: undone.tokens + tokens,
      microUnits: undone.microUnits + microUnits,
    },
  };
}

/** Results that another suite has left are refused: counted together they would say nothing. */
export function demandSameSuite(results: EvalResults, suite: string): Result<EvalResults, Diagnostic> {
  if (results.suite === suite) return ok(results);
  return err(
    problem(
      'EVAL_OTHER_SUITE',
      'These are results of another suite, or of this one before it or its workspace was changed.',
      'Name another file for the results, or compare with this one.',
    ),
  );
}
