import { type Diagnostic, err, type Json, type JsonObject, LIMITS, ok, type Result, within } from '#base';
import {
  compileExpression,
  compileTemplate,
  evaluate,
  fill,
  fillText,
  type PlanNode,
  type References,
  references,
  type Template,
} from '#plan';
import type { Draft } from './draft';
import { givenInput, type RunError } from './fact';
import type { Sight } from './frame';
import { dynamicAround, readVariable, visibleVariables } from './variables';

type Value = Result<Json, RunError>;
type Extra = readonly (readonly [name: string, value: Json])[];

/**
 * The input of a node, resolved now (R20, V3): `"*"` is all variables; absent is undefined. What a person has put in at the point of a
 * fork comes before it (D3).
 */
export function resolveInput(draft: Draft, frame: Sight, node: PlanNode): Result<Json | undefined, RunError> {
  const given = givenInput(draft.start, within(frame.address, node.id));
  if (given !== undefined) return ok(given.input);
  const { input } = node;
  if (input === undefined) return ok(undefined);
  if (input === '*') return ok(visibleVariables(draft, frame));
  return fillTemplate(draft, frame, input, [], 'input');
}

/** Fills a template with what a frame sees, and with a few names more. `field` is what it is of its node, where that can be told. */
export function fillTemplate(
  draft: Draft,
  frame: Sight,
  template: Json,
  extra: Extra = [],
  field?: string,
): Value {
  if (!hasHoles(template)) return ok(template);
  const prepared = preparedTemplate(template);
  if (!prepared.ok) return err(expressionError(prepared.problem[0]));
  const filled = fill(
    prepared.value,
    scopeFor(draft, frame, references(prepared.value), extra),
    draft.has('handles'),
  );
  return filled.ok ? filled : err(placed(draft, runError(filled.problem), field, filled.problem.field));
}

/** The same, but always text (V3): goals, messages, prompts. */
export function fillTextIn(
  draft: Draft,
  frame: Sight,
  text: string,
  extra: Extra = [],
): Result<string, RunError> {
  if (!hasHoles(text)) return ok(text);
  const prepared = compileTemplate(text);
  if (!prepared.ok) return err(expressionError(prepared.problem[0]));
  const filled = fillText(
    prepared.value,
    scopeFor(draft, frame, references(prepared.value), extra),
    draft.has('handles'),
  );
  return filled.ok ? filled : err(runError(filled.problem));
}

/** The value of a CEL expression over what a frame sees, and a few names more. */
export function evaluateIn(draft: Draft, frame: Sight, source: string, extra: Extra = []): Value {
  const expression = compileExpression(source);
  if (!expression.ok) return err(expressionError(expression.problem));
  const value = evaluate(
    expression.value,
    scopeFor(draft, frame, references(expression.value), extra),
    draft.has('handles'),
  );
  return value.ok ? value : err(runError(value.problem));
}

/** A condition must be true or false; anything else is an error that names it (V3). */
export function holds(
  draft: Draft,
  frame: Sight,
  source: string,
  extra: Extra = [],
): Result<boolean, RunError> {
  const value = evaluateIn(draft, frame, source, extra);
  if (!value.ok) return value;
  if (typeof value.value === 'boolean') return ok(value.value);
  return err({
    code: 'EXPRESSION_ERROR',
    message: `The condition "${source}" is neither true nor false.`,
    help: 'Compare the value with something, so that the condition is true or false.',
  });
}

/** The names that an expression asks for, and no others: a step costs nothing for variables it does not touch. */
function scopeFor(draft: Draft, frame: Sight, refs: References, extra: Extra): ReadonlyMap<string, Json> {
  const scope = new Map<string, Json>();
  for (const name of refs.variables) {
    const value = readVariable(draft, frame, name);
    if (value !== undefined) scope.set(name, value);
  }
  if (refs.steps.size > 0 || refs.variables.has('steps')) {
    const steps = stepResults(draft, frame, refs.variables.has('steps') ? null : refs.steps);
    if (steps !== null) scope.set('steps', steps);
  }
  for (const [name, value] of extra) scope.set(name, value);
  return scope;
}

/** `steps["id"]`: results of the dynamic plan around a frame (R13); null outside of one. */
export function stepResults(draft: Draft, frame: Sight, ids: ReadonlySet<string> | null): JsonObject | null {
  const results = dynamicAround(draft, frame)?.results;
  if (results === undefined) return null;
  const steps: Record<string, Json> = {};
  for (const id of ids ?? results.keys()) {
    const result = results.get(id);
    if (result !== undefined) steps[id] = result;
  }
  return steps;
}

type Prepared = Result<Template, readonly Diagnostic[]>;
const TEMPLATES = new WeakMap<object, Prepared>();

function preparedTemplate(template: Json): Prepared {
  if (typeof template !== 'object' || template === null) return compileTemplate(template);
  const known = TEMPLATES.get(template);
  if (known) return known;
  const prepared = compileTemplate(template);
  TEMPLATES.set(template, prepared);
  return prepared;
}

const HOLES = new WeakMap<object, boolean>();

function hasHoles(template: Json): boolean {
  if (typeof template === 'string') return template.includes('{{');
  if (typeof template !== 'object' || template === null) return false;
  const known = HOLES.get(template);
  if (known !== undefined) return known;
  const found = Object.values(template).some(hasHoles);
  HOLES.set(template, found);
  return found;
}

function expressionError(diagnostic: Diagnostic | undefined): RunError {
  return {
    code: 'EXPRESSION_ERROR',
    message: diagnostic?.message ?? 'The expression cannot be read.',
    help: diagnostic?.help ?? 'Mend the expression.',
  };
}

/** K5: an error of a run that was recorded before says no place. */
function placed(draft: Draft, error: RunError, field?: string, inside = ''): RunError {
  if (field === undefined || !draft.has('walksPaid')) return error;
  return { ...error, where: { field: `${field}${inside}` } };
}

function runError(problem: { readonly code: string; readonly message: string }): RunError {
  return { code: problem.code, message: problem.message };
}

/** Why a value is not taken that `notJsonAt` has refused: what it is or does, as the rest of a sentence (T4, V4). */
export function whyNotJson(offence: string): string {
  const levels = offence.split('/').length - 1;
  return levels < LIMITS.jsonDepth
    ? `is not JSON at ${offence}`
    : `lies deeper than ${LIMITS.jsonDepth} levels of JSON`;
}
