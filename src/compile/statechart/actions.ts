import type { AnyMachineSnapshot, EventObject, MachineContext } from 'xstate';
import { err, isJson, type Json, LIMITS, ok, own, type Result } from '#base';
import {
  type Asked,
  compileCondition,
  compileExpression,
  compileTemplate,
  type DelayedTransition,
  type ExpressionError,
  evaluate,
  evaluateCondition,
  fill,
  type References,
  type StateMachinePlan,
  type Template,
} from '#plan';
import type { ChartAction } from './canonical';
import { type Books, type ChartContext, configurationOf, contextIn, type Pending } from './configuration';
import { authoredType, type MachineEffect } from './turn';

/** What an action does: a change of the context, what it asks for, and an event that the machine raises itself. */
export interface Deed {
  readonly change?: Partial<ChartContext>;
  readonly books?: Partial<Books>;
  readonly effects?: readonly MachineEffect[];
  readonly raise?: ChartEvent;
}

/** Thrown inside a step, which XState cannot end otherwise; the stepper makes data of it again. */
export class ChartFailure extends Error {
  constructor(readonly reason: ExpressionError) {
    super(reason.message);
  }
}

/**
 * What an action of a machine does (M1), as a value. `assign` sees the values of before; later actions and guards see
 * the new ones.
 *
 * @throws ChartFailure where an expression or a template has no value
 */
export function deedOf(
  action: ChartAction,
  context: ChartContext,
  event: ChartEvent,
  plan: StateMachinePlan,
): Deed {
  const filled = (template: Json | undefined): Json => filledIn(context, event, template);
  switch (action.type) {
    case 'assign':
      return assign(action.params.values, context, event);
    case 'raise': {
      const { event: type, id, ...when } = action.params;
      const data = filled(action.params.data);
      const delay = delayIn(when, context, event, plan);
      if (delay === null) return { raise: { type, data } };
      return later({ id: id ?? null, to: null, event: type, data }, delay, context);
    }
    case 'send': {
      const { to, event: type, id, ...when } = action.params;
      const data = filled(action.params.data);
      const delay = delayIn(when, context, event, plan);
      if (delay === null) return { effects: [{ kind: 'send', to, event: type, data }] };
      return later({ id: id ?? null, to, event: type, data }, delay, context);
    }
    case 'cancel':
      return cancel(action.params.id, context);
    case 'log': {
      const { message, label = null } = action.params;
      return { effects: [{ kind: 'log', message: filled(message), label }] };
    }
    case 'emit':
      return { effects: [{ kind: 'emit', event: action.params.event, data: filled(action.params.data) }] };
    case 'call': {
      const { capability, input } = action.params;
      return { effects: [{ kind: 'call', capability, input: filled(input) }] };
    }
    case 'publish': {
      const { state, response, failure } = action.params;
      const published = { kind: 'publish' as const, ...action.params, data: filled(action.params.data) };
      if (response === null) return { effects: [published] };
      return {
        effects: [published],
        books: { waiting: [...context.books.waiting, { state, response, failure }] },
      };
    }
    case 'unpublish': {
      const { state } = action.params;
      const waiting = context.books.waiting.filter((one) => one.state !== state);
      if (waiting.length === context.books.waiting.length) return {};
      return { effects: [{ kind: 'unpublish', state }], books: { waiting } };
    }
    case 'pause':
      return { effects: [{ kind: 'pause', ...action.params }] };
  }
}

/** Writes variables; also what an invocation has come to. */
export function assign(
  values: Readonly<Record<string, string>>,
  context: ChartContext,
  event: ChartEvent,
  extra: Readonly<Record<string, Json>> = {},
): { readonly change: Partial<ChartContext>; readonly effects: readonly MachineEffect[] } {
  let { variables } = context;
  const effects: MachineEffect[] = [];
  for (const [variable, source] of Object.entries(values)) {
    const value = valueOrThrow(evaluateIn(context, event, source, extra));
    variables = variables.set(variable, value);
    effects.push({ kind: 'assigned', variable, value });
  }
  return { change: { variables }, effects };
}

/**
 * Starts a timer for an event. Of several with one id `cancel` finds the last, and none once one of them has come, as
 * XState's scheduler does it; the others come nevertheless.
 */
function later(event: Omit<Pending, 'timer' | 'isFound'>, delayMs: number, context: ChartContext): Deed {
  const asked = context.books.asked + 1;
  const timer = `!raise-${asked}`;
  const others = lost(context.books.pending, event.id);
  return {
    books: { asked, pending: [...others, { timer, ...event, isFound: event.id !== null }] },
    effects: [{ kind: 'timer', id: timer, delayMs }],
  };
}

/** Delayed events of an id are no longer found by it. */
export function lost(pending: readonly Pending[], id: string | null): readonly Pending[] {
  return id === null
    ? pending
    : pending.map((one) => (one.id === id && one.isFound ? { ...one, isFound: false } : one));
}

/** Delayed events are for the invocation of their time: they go nowhere once it is stopped, or another of its id is started. */
export function withoutTarget(pending: readonly Pending[], to: string): readonly Pending[] {
  return pending.map((one) => (one.to === to && !one.isLost ? { ...one, isLost: true } : one));
}

function cancel(id: string, context: ChartContext): Deed {
  const found = context.books.pending.find((one) => one.id === id && one.isFound);
  if (found === undefined) return {};
  return {
    books: { pending: context.books.pending.filter((one) => one !== found) },
    effects: [{ kind: 'untimer', id: found.timer }],
  };
}

/** A delay in milliseconds; null where there is none. */
function delayIn(
  { delayMs, delay }: Pick<DelayedTransition, 'delay' | 'delayMs'>,
  context: ChartContext,
  event: ChartEvent,
  plan: StateMachinePlan,
): number | null {
  if (delay !== undefined) return namedDelay(delay, context, event, plan);
  return delayMs ?? null;
}

/**
 * The milliseconds that a named delay stands for.
 *
 * @returns null where the plan does not say: it never passes by itself, whoever simulates the machine decides
 * @throws ChartFailure where it is no number of milliseconds
 */
export function namedDelay(
  name: string,
  context: ChartContext,
  event: ChartEvent,
  plan: StateMachinePlan,
): number | null {
  const ms = plan.delays?.find((one) => one.name === name)?.ms;
  if (typeof ms !== 'string') return ms ?? null;
  const value = valueOrThrow(evaluateIn(context, event, ms, {}));
  if (typeof value === 'number' && value >= 0) return Math.round(value);
  const message = `The delay "${name}" gives ${JSON.stringify(value)}, which is no number of milliseconds.`;
  throw new ChartFailure({ code: 'EXPRESSION_ERROR', message });
}

/** A value, or the end of the turn: XState has no other way out of an action than a throw. */
function valueOrThrow<Value>(
  result: { ok: true; value: Value } | { ok: false; problem: ExpressionError },
): Value {
  if (result.ok) return result.value;
  // Which member of a template it is, no ledger of a machine has ever said (K5).
  const { field: _, ...reason } = result.problem;
  throw new ChartFailure(reason);
}

let unanswered = new Set<string>();

/** The names of guards that were asked since the last call and have neither a meaning nor an answer. */
export function takeUnanswered(): ReadonlySet<string> {
  const names = unanswered;
  unanswered = new Set();
  return names;
}

/**
 * A condition as a guard of XState. Guards with a `check` are given the snapshot, as `and`, `not` and `stateIn` are,
 * from which `inState` is answered: the states that are active before the transition (xstateFacts.test.ts).
 *
 * @throws ChartFailure where the condition has no value
 */
export function guardOf(when: string, plan: StateMachinePlan) {
  return Object.assign(() => false, {
    check: (
      snapshot: AnyMachineSnapshot,
      { context, event }: { readonly context: MachineContext; readonly event: EventObject },
    ) => holds(when, plan, snapshot, contextIn(context), event),
  });
}

/** The same outside of a step. */
export function holds(
  when: string,
  plan: StateMachinePlan,
  snapshot: AnyMachineSnapshot,
  context: ChartContext,
  event: ChartEvent,
): boolean {
  const asked: Asked = {
    inState: (id) => configurationOf(snapshot).some((node) => node.id === id),
    guard: (name, params) => {
      const answer = own(context.answers, name);
      if (answer !== undefined) return answer;
      const meaning = plan.guards?.find((guard) => guard.name === name)?.when;
      if (meaning !== undefined) return ask(meaning, { params });
      unanswered.add(name);
      return context.otherwise;
    },
  };
  const ask = (condition: string, extra: Readonly<Record<string, Json>>): boolean =>
    valueOrThrow(holdsIn(context, event, condition, extra, asked));
  return ask(when, {});
}

/** An event inside a lowered machine: of a user, of ours, or of XState itself. */
export type ChartEvent = {
  readonly type: string;
  /** What conditions read as `event.type`, where that is another. */
  readonly name?: string;
  readonly data?: Json;
  /** Of XState: what is done by a final state. */
  readonly output?: unknown;
};

type Extra = Readonly<Record<string, Json>>;
type Value = Result<Json, ExpressionError>;

/**
 * The value of a template over variables, `goal_data`, `results` and `event` (M1); null for none.
 *
 * @throws ChartFailure where it has no value
 */
export function filledIn(context: ChartContext, event: ChartEvent, template: Json | undefined): Json {
  const prepared = valueOrThrow(preparedTemplate(template ?? null));
  const scope = scopeOf(context, event, prepared.references, {});
  return valueOrThrow(fill(prepared, scope, context.handles));
}

/** The value of a CEL expression over the same, and over a few names more. */
function evaluateIn(context: ChartContext, event: ChartEvent, source: string, extra: Extra): Value {
  const read = compileExpression(source);
  if (!read.ok) return unreadable(read.problem.message);
  return evaluate(read.value, scopeOf(context, event, read.value.references, extra), context.handles);
}

/** Whether a condition holds. */
function holdsIn(
  context: ChartContext,
  event: ChartEvent,
  source: string,
  extra: Extra,
  asked: Asked,
): Result<boolean, ExpressionError> {
  const read = compileCondition(source);
  if (!read.ok) return unreadable(read.problem.message);
  const scope = scopeOf(context, event, read.value.references, extra);
  return evaluateCondition(read.value, scope, asked, context.handles);
}

/** `event` as the author reads it. */
function eventValue({ type, name, data, output }: ChartEvent): { type: string; data: Json } {
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
