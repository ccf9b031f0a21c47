import { type Diagnostic, type JsonObject, own, problem } from '#base';
import { type Plan, type Variable, validateJson } from '#plan';

/**
 * V1: whether a plan can be started with this input. Every IN variable without a default must be there, must match
 * its schema, and a `strict` plan takes no other names.
 *
 * @returns all problems, code `INPUT_INVALID`; none means that the input may be used
 */
export function checkRunInput(plan: Plan, input: JsonObject): readonly Diagnostic[] {
  if (plan.variables === 'open') return [];
  const inputs = plan.variables.filter(({ scope }) => scope === 'IN');
  const problems = inputs.flatMap((variable) => checkVariable(plan, variable, input));
  return plan.strict ? [...problems, ...unknownNames(plan, inputs, input)] : problems;
}

/** D3: a fork sets variables that the plan declares, to values that fit their schemas. */
export function checkForkEdits(plan: Plan, set: JsonObject): readonly Diagnostic[] {
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
