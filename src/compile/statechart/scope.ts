import { err, isJson, type Json, LIMITS, ok, own, type Result } from '#base';
import {
  type Asked,
  compileCondition,
  compileExpression,
  compileTemplate,
  type ExpressionError,
  evaluate,
  evaluateCondition,
  fill,
  type References,
  references,
  type Template,
} from '#plan';
import type { ChartContext } from './context';
import { authoredType } from './eventTypes';

/** An event inside a lowered machine: of a user, of ours, or of XState itself. */
export type ChartEvent = {
  readonly type: string;
  /** What conditions read as `event.type`, where that is another. */
  readonly name?: string;
  readonly data?: Json;
  /** Of XState: what is done by a final state. */
  readonly output?: unknown;
};

export type Extra = Readonly<Record<string, Json>>;
type Value = Result<Json, ExpressionError>;

/** The value of a template over variables, `goal_data`, `results` and `event` (M1). */
export function fillIn(context: ChartContext, event: ChartEvent, template: Json): Value {
  const prepared = preparedTemplate(template);
  if (!prepared.ok) return prepared;
  return fill(prepared.value, scopeOf(context, event, references(prepared.value), {}), context.handles);
}

/** The value of a CEL expression over the same, and over a few names more. */
export function evaluateIn(context: ChartContext, event: ChartEvent, source: string, extra: Extra): Value {
  const read = compileExpression(source);
  if (!read.ok) return unreadable(read.problem.message);
  return evaluate(read.value, scopeOf(context, event, references(read.value), extra), context.handles);
}

/** Whether a condition holds. */
export function holdsIn(
  context: ChartContext,
  event: ChartEvent,
  source: string,
  extra: Extra,
  asked: Asked,
): Result<boolean, ExpressionError> {
  const read = compileCondition(source);
  if (!read.ok) return unreadable(read.problem.message);
  const scope = scopeOf(context, event, references(read.value), extra);
  return evaluateCondition(read.value, scope, asked, context.handles);
}

/** `event` as the author reads it. */
export function eventValue({ type, name, data, output }: ChartEvent): { type: string; data: Json } {
  return { type: name ?? authoredType(type), data: data ?? outputOf(output) };
}

/** Outputs are made by templates, so they are JSON; XState knows them as anything. */
function outputOf(output: unknown): Json {
  return isJson(output, LIMITS.jsonDepth) ? output : null;
}

function scopeOf(
  context: ChartContext,
  event: ChartEvent,
  { variables: names }: References,
  extra: Extra,
): ReadonlyMap<string, Json> {
  const scope = new Map<string, Json>();
  for (const name of names) {
    const value = own(extra, name) ?? variableIn(context, event, name);
    if (value !== undefined) scope.set(name, value);
  }
  return scope;
}

function variableIn(context: ChartContext, event: ChartEvent, name: string): Json | undefined {
  if (name === 'event') return eventValue(event);
  if (name === 'results') return context.results;
  return name === 'goal_data' ? context.goalData : context.variables.get(name);
}

const READ = new WeakMap<object, Template>();

/** Templates that are objects are read once; texts are kept by `compileExpression`, hole by hole. */
function preparedTemplate(template: Json): Result<Template, ExpressionError> {
  const key = typeof template === 'object' ? template : null;
  const known = key === null ? undefined : READ.get(key);
  if (known) return ok(known);
  const read = compileTemplate(template);
  if (!read.ok) return unreadable(read.problem[0]?.message ?? 'The template cannot be read.');
  if (key !== null) READ.set(key, read.value);
  return read;
}

function unreadable(message: string): { readonly ok: false; readonly problem: ExpressionError } {
  return err({ code: 'EXPRESSION_ERROR', message });
}
