import { type Diagnostic, isTableHandle, type Json, type JsonObject, own, problem, reservedAt } from '#base';
import type { Pin, Reuse } from '#kernel';
import { compileExpression, type Plan, takesRows, type Variable, validateJson } from '#plan';
import { isMade } from './madeHandles';

/**
 * V1: whether a plan can be started with this input. Every IN variable without a default must be there, must match
 * its schema, and a `strict` plan takes no other names. A table that this host keeps (V6) is the value of a whole input: its
 * rows were held against the schema when it was made, and here it is a list.
 *
 * @returns all problems, code `INPUT_INVALID`, or `VALUE_RESERVED` for a handle (V6); none means that the input may be used
 */
export function checkRunInput(plan: Plan, input: JsonObject): readonly Diagnostic[] {
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
export function checkPutIn(
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
export function checkPins(plan: Plan, pins: readonly Pin[]): readonly Diagnostic[] {
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
export function checkForkEdits(plan: Plan, set: JsonObject): readonly Diagnostic[] {
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
