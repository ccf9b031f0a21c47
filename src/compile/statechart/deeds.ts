import type { Json } from '#base';
import type { ExpressionError, StateMachinePlan } from '#plan';
import type { ChartAction } from './chartConfig';
import type { Books, ChartContext, Pending } from './context';
import { type ChartEvent, evaluateIn, fillIn } from './scope';
import type { MachineEffect } from './turn';

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
  const filled = (template: Json | undefined): Json => valueOrThrow(fillIn(context, event, template ?? null));
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
    case 'log':
      return {
        effects: [
          { kind: 'log', message: filled(action.params.message), label: action.params.label ?? null },
        ],
      };
    case 'emit':
      return {
        effects: [{ kind: 'emit', event: action.params.event, data: filled(action.params.data) }],
      };
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

interface DelayFields {
  readonly delayMs?: number | undefined;
  readonly delay?: string | undefined;
}

/** A delay in milliseconds; null where there is none. */
function delayIn(
  { delayMs, delay }: DelayFields,
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
export function valueOrThrow<Value>(
  result: { ok: true; value: Value } | { ok: false; problem: ExpressionError },
): Value {
  if (result.ok) return result.value;
  // Which member of a template it is, no ledger of a machine has ever said (K5).
  const { field: _, ...reason } = result.problem;
  throw new ChartFailure(reason);
}
