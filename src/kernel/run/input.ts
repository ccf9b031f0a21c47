import { isTableHandle, type Json, type JsonObject, own, PersistentMap } from '#base';
import { type Plan, takesRows, validateJson } from '#plan';
import { hasBehaviour } from '../behaviour';
import type { RunError, RunStarted } from '../fact';
import { declaredIn } from '../variables';

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
