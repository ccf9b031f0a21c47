import {
  canonicalJson,
  err,
  isJsonObject,
  isTableHandle,
  type Json,
  type JsonObject,
  ok,
  own,
  PersistentMap,
  type Result,
} from '#base';
import { compileTemplate, type Plan, takesRows, validateJson } from '#plan';
import type { Draft } from './draft';
import { hasBehaviour, type RunError, type RunStarted } from './fact';
import type { Frame } from './frame';
import { byName, declaredIn, fillTemplate, planAt, variablesOf } from './variables';

/** The variables of a plan that begins: what it is given, else their defaults (V1). */
export function assignedBy(plan: Plan, input: JsonObject): PersistentMap<Json> {
  let variables = PersistentMap.empty<Json>();
  for (const { id, scope, default: fallback } of declaredIn(plan).values()) {
    const given = scope === 'IN' ? own(input, id) : undefined;
    const value = given === undefined ? fallback : given;
    if (value !== undefined) variables = variables.set(id, value);
  }
  if (plan.variables !== 'open') return variables;
  for (const [id, value] of Object.entries(input)) variables = variables.set(id, value);
  return variables;
}

/** The input that a plan runs with: what it is given, and the defaults of what it is not. */
export function inputWithDefaults(plan: Plan, input: JsonObject): JsonObject {
  const defaults = [...declaredIn(plan).values()].flatMap(({ id, scope, default: fallback }) =>
    scope === 'IN' && fallback !== undefined ? [[id, fallback] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...input };
}

/**
 * V1: every IN without a default is required, values fit their schemas, and `strict` refuses unknown names. A table by
 * reference is a list, of whatever rows (V6).
 */
export function refusedInput(start: RunStarted, plan: Plan, input: JsonObject): RunError | null {
  if (plan.variables === 'open') return null;
  for (const { id, scope, schema, default: fallback } of plan.variables) {
    if (scope !== 'IN') continue;
    const value = own(input, id);
    if (value === undefined && fallback === undefined) return invalid(`The input "${id}" is missing.`);
    if (isTableHandle(value) && takesRows(schema) && hasBehaviour(start, 'tablesAreLists')) continue;
    const [violation] = value === undefined || !schema ? [] : validateJson(schema, value);
    if (violation) return invalid(`The input "${id}" does not fit its schema: ${violation.message}`);
  }
  if (!plan.strict) return null;
  const declared = declaredIn(plan);
  const unknown = Object.keys(input).find((name) => declared.get(name)?.scope !== 'IN');
  return unknown === undefined ? null : invalid(`The plan has no input "${unknown}".`);
}

function invalid(message: string): RunError {
  return { code: 'INPUT_INVALID', message, help: 'Start the run with the inputs that the plan declares.' };
}

/**
 * What a plan gives when its scope has ended, of a run or of a SUB_PLAN (R15, V1): its result mapping, with the keys of
 * an END's result in their place; without a mapping every assigned OUT, and of an open plan whatever was written.
 *
 * @param frame the scope of the plan
 * @param ended the result of the END that ended it
 */
export function outputsOf(draft: Draft, frame: Frame, ended?: Json): Result<JsonObject, RunError> {
  const plan = planAt(draft, frame);
  const given = variablesOf(draft, frame);
  const replaced = isJsonObject(ended) ? ended : {};
  if (plan.result === undefined) {
    const assigned = plan.variables === 'open' ? written(draft, frame, given) : assignedOuts(plan, given);
    return ok({ ...assigned, ...replaced });
  }
  const outputs: Record<string, Json> = {};
  for (const [name, template] of Object.entries(plan.result)) {
    if (own(replaced, name) !== undefined) continue;
    const missing = missingOut(plan, given, template);
    if (missing !== null) return err(missing);
    const value = fillTemplate(draft, frame, template);
    if (!value.ok) return value;
    outputs[name] = value.value;
  }
  return ok({ ...outputs, ...replaced });
}

function assignedOuts(plan: Plan, given: PersistentMap<Json>): JsonObject {
  const outputs: Record<string, Json> = {};
  for (const { id, scope } of declaredIn(plan).values()) {
    const value = given.get(id);
    if (scope === 'OUT' && value !== undefined) outputs[id] = value;
  }
  return outputs;
}

/** V1: an open plan declares what its nodes write, and gives it: all but what a run was started with, and what planners inject. */
function written(draft: Draft, frame: Frame, given: PersistentMap<Json>): JsonObject {
  const input = frame.instance === null ? draft.start.input : {};
  const isAsGiven = (name: string, value: Json): boolean => {
    const before = own(input, name);
    return before !== undefined && canonicalJson(before) === canonicalJson(value);
  };
  return Object.fromEntries(
    [...given].filter(([name, value]) => !name.startsWith('__') && !isAsGiven(name, value)).sort(byName),
  );
}

/** V1: an OUT that the mapping uses must have been assigned. */
function missingOut(plan: Plan, given: PersistentMap<Json>, template: Json): RunError | null {
  const compiled = compileTemplate(template);
  if (!compiled.ok) return null;
  const declared = declaredIn(plan);
  for (const name of compiled.value.references.variables) {
    if (declared.get(name)?.scope !== 'OUT' || given.has(name)) continue;
    return {
      code: 'OUTPUT_MISSING',
      message: `The output "${name}" was never assigned.`,
      help: `Let a node on every path write "${name}", or take it out of the plan's result.`,
    };
  }
  return null;
}
