import { isJsonObject, type JsonObject } from '#base';
import { readOloRunInput } from '#formats';
import type { Plan } from '#plan';
import { Refusal } from '../outcome';

/** What a run is given, and what it says of itself (L8). */
export interface RunInput {
  readonly input: JsonObject;
  readonly labels: { readonly tenantId?: string; readonly sessionId?: string };
  /** What there is to say about it on stderr. */
  readonly said: readonly string[];
}

/**
 * What `--input` gives: the input itself, or a run input of reference 1 (`{inputs, context, routing}`), whose values are
 * read by their types. A plan that declares an input of the name `inputs` is given what stands there.
 *
 * @throws Refusal where a run input cannot be read
 */
export function runInputOf(given: JsonObject, planThatRuns: () => Plan): RunInput {
  const asItIs = { input: given, labels: {}, said: [] };
  if (!isRunInput(given)) return asItIs;
  const plan = planThatRuns();
  if (declares(plan, 'inputs')) return asItIs;
  const { input, labels, pipeline, diagnostics } = readOloRunInput(given);
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Refusal(diagnostics);
  const isOther = pipeline !== null && pipeline !== plan.id && pipeline !== plan.name;
  return {
    input,
    labels,
    said: [
      ...diagnostics.map(({ message, help }) => `${message} ${help}`),
      ...(isOther
        ? [`The run input is for the pipeline "${pipeline}", and "${plan.id}" runs (--plan).`]
        : []),
    ],
  };
}

function isRunInput({ inputs, routing, context }: JsonObject): boolean {
  return Array.isArray(inputs) && (isJsonObject(routing) || isJsonObject(context));
}

function declares({ variables }: Plan, name: string): boolean {
  return variables !== 'open' && variables.some(({ id }) => id === name);
}
