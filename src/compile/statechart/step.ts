import type { AnyMachineSnapshot } from 'xstate';
import { type Json, LIMITS } from '#base';
import { inertScope } from '../machine/stepper';
import { assign, type ChartEvent, ChartFailure, lost } from './actions';
import { invocationsOf } from './canonical';
import { type ChartLogic, type CompiledMachine, EFFECT } from './compileMachine';
import { type ChartContext, configurationOf, type Waiting } from './configuration';
import type { Resumed } from './standing';
import {
  compiledType,
  defaultType,
  doneType,
  failedType,
  type MachineEffect,
  type MachineEvent,
  type MachineTurn,
  timerType,
} from './turn';

/** What one event of XState did. */
interface Step {
  /** Null where the step failed: then nothing has happened. */
  readonly snapshot: AnyMachineSnapshot | null;
  readonly effects: readonly MachineEffect[];
  readonly error: MachineTurn['error'];
}

let effects: MachineEffect[] = [];
const SCOPE = inertScope(({ type, params }) => {
  if (type === EFFECT && isEffect(params)) effects.push(params);
});

function isEffect(params: unknown): params is MachineEffect {
  return typeof params === 'object' && params !== null && 'kind' in params;
}

/** Enters the initial states. */
export function openChart(logic: ChartLogic, context: ChartContext): Step {
  return stepped(() => {
    const snapshot = logic.getInitialSnapshot(SCOPE, context);
    if (snapshot.status === 'error') throw snapshot.error;
    return snapshot;
  });
}

/** Takes one event whole. The context may have been changed since the snapshot was made. */
function stepChart(logic: ChartLogic, { snapshot, context }: Place, event: ChartEvent): Step {
  return stepped(() => logic.transition({ ...snapshot, context }, event, SCOPE));
}

/** Whether any transition would be taken for an event. */
function matches(
  logic: ChartLogic,
  { snapshot, context }: Place,
  event: ChartEvent,
): { readonly matches: boolean; readonly error: MachineTurn['error'] } {
  try {
    const found = logic.getTransitionData({ ...snapshot, context }, event);
    return { matches: found.length > 0, error: null };
  } catch (cause) {
    return { matches: false, error: reasonOf(cause) };
  }
}

interface Place {
  readonly snapshot: AnyMachineSnapshot;
  readonly context: ChartContext;
}

function stepped(run: () => AnyMachineSnapshot): Step {
  effects = [];
  try {
    return { snapshot: run(), effects, error: null };
  } catch (cause) {
    return { snapshot: null, effects: [], error: reasonOf(cause) };
  }
}

/** XState wraps what a guard throws in an error of its own, and takes over its text. */
function reasonOf(cause: unknown): { readonly code: string; readonly message: string } {
  if (cause instanceof ChartFailure) return cause.reason;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.startsWith('Infinite loop')) {
    return {
      code: 'EVENTLESS_CYCLE',
      message: `The machine does not come to rest: one event caused more than ${LIMITS.microsteps} steps.`,
    };
  }
  return { code: 'EXPRESSION_ERROR', message: message.slice(message.indexOf('\n') + 1) };
}

/** What came of an event. */
export interface Heard extends Step {
  /** Whether the event was of use even where no transition was taken. */
  readonly isUsed: boolean;
  /** What nobody has dealt with: it ends the machine. */
  readonly died: { readonly code: string; readonly message: string } | null;
}

/** Gives a machine an event in the words of XState, with what has to be written before transitions are looked at. */
export function hear(machine: CompiledMachine, at: Resumed, event: MachineEvent): Heard {
  try {
    return hearUnguarded(machine, at, event);
  } catch (cause) {
    if (cause instanceof ChartFailure) return failed(cause.reason);
    throw cause;
  }
}

function hearUnguarded(machine: CompiledMachine, at: Resumed, event: MachineEvent): Heard {
  switch (event.kind) {
    case 'user': {
      const waiter = oldestWaiter(at.context, event.type);
      if (waiter !== undefined) return hearResponse(machine, at, waiter, event);
      return taken(machine, at, { type: compiledType(event.type), data: event.data });
    }
    case 'response': {
      const waiter = at.context.books.waiting.find(({ state }) => state === event.state);
      return waiter === undefined ? useless(at) : hearResponse(machine, at, waiter, event);
    }
    case 'resume': {
      const context = withResult(at.context, 'user_input', event.data);
      const before: MachineEffect[] = [{ kind: 'result', state: 'user_input', value: event.data }];
      return taken(machine, { ...at, context }, { type: compiledType(event.type), data: event.data }, before);
    }
    case 'done':
      return hearDone(machine, at, event);
    case 'failed': {
      const { code, message } = event.error;
      const failure: ChartEvent = {
        type: failedType(event.state, event.id),
        name: `xstate.error.actor.${event.id}`,
        data: { code, message },
      };
      if (!isInvoking(machine, at, event.state, event.id)) return useless(at);
      const heard = matches(machine.logic, at, failure);
      if (heard.error !== null) return failed(heard.error);
      if (heard.matches) return taken(machine, at, failure, [], true);
      return { snapshot: at.snapshot, effects: [], error: null, isUsed: true, died: { code, message } };
    }
    case 'timer':
      return hearTimer(machine, at, event.id);
  }
}

/** M2: a response without a correlation goes to the oldest that waits for its type. */
function oldestWaiter({ books: { waiting } }: ChartContext, type: string): Waiting | undefined {
  return waiting.find(({ response, failure }) => response === type || failure === type);
}

/**
 * M2: a response is in the results before transitions are looked at; `defaultNext` is taken where none matches.
 */
function hearResponse(
  machine: CompiledMachine,
  at: Resumed,
  waiter: Waiting,
  { type, data }: { readonly type: string; readonly data: Json },
): Heard {
  const { state } = waiter;
  const waiting = at.context.books.waiting.filter((one) => one !== waiter);
  const answered = {
    ...at,
    context: { ...withResult(at.context, state, data), books: { ...at.context.books, waiting } },
  };
  const before: MachineEffect[] = [{ kind: 'result', state, value: data }];
  const response: ChartEvent = { type: compiledType(type), data };
  const heard = matches(machine.logic, answered, response);
  if (heard.error !== null) return failed(heard.error);
  const event = heard.matches ? response : { type: defaultType(state), name: type, data };
  return taken(machine, answered, event, before, true);
}

function hearDone(
  machine: CompiledMachine,
  at: Resumed,
  { state, id, output }: Extract<MachineEvent, { kind: 'done' }>,
): Heard {
  if (!isInvoking(machine, at, state, id)) return useless(at);
  const event: ChartEvent = {
    type: doneType(state, id),
    name: `xstate.done.actor.${id}`,
    data: output,
  };
  const noted = state === null ? at.context : withResult(at.context, state, output);
  const before: MachineEffect[] = state === null ? [] : [{ kind: 'result', state, value: output }];
  const written = assign(outputsOf(machine, state, id), noted, event, { result: output });
  const context = { ...noted, ...written.change };
  return taken(machine, { ...at, context }, event, [...before, ...written.effects], true);
}

function outputsOf({ nodes }: CompiledMachine, state: string | null, id: string): Record<string, string> {
  const node = nodes.get(state);
  return (node && invocationsOf(node).find((invocation) => invocation.id === id)?.output) ?? {};
}

/** Whether the state is active that made this invocation; only the host knows whether it has ended before. */
function isInvoking({ nodes }: CompiledMachine, at: Resumed, state: string | null, id: string): boolean {
  const node = nodes.get(state);
  if (node === undefined || !invocationsOf(node).some((invocation) => invocation.id === id)) return false;
  return state === null || configurationOf(at.snapshot).some((active) => active.id === state);
}

function hearTimer(machine: CompiledMachine, at: Resumed, timer: string): Heard {
  const due = at.context.books.pending.find((one) => one.timer === timer);
  if (due === undefined)
    return taken(machine, at, { type: timerType(timer), name: afterName(machine, timer) });
  const left = at.context.books.pending.filter((one) => one !== due);
  const context = { ...at.context, books: { ...at.context.books, pending: lost(left, due.id) } };
  const { to, event, data } = due;
  if (to === null) return taken(machine, { ...at, context }, { type: event, data }, [], true);
  const effects: readonly MachineEffect[] = due.isLost ? [] : [{ kind: 'send', to, event, data }];
  return { snapshot: { ...at.snapshot, context }, effects, error: null, isUsed: true, died: null };
}

/** What a delayed transition reads as `event.type`: as XState calls it, by our ids. */
function afterName({ nodes, plan }: CompiledMachine, timer: string): string {
  const [state = '', index = ''] = timer.split('!after-');
  const transition = nodes.get(state === '' ? null : state)?.after?.[Number(index)];
  const delay = transition?.delay ?? transition?.delayMs ?? 0;
  return `xstate.after.${delay}.${state === '' ? plan.id : state}`;
}

function taken(
  { logic }: CompiledMachine,
  at: Resumed,
  event: ChartEvent,
  before: readonly MachineEffect[] = [],
  isUsed = before.length > 0,
): Heard {
  const step = stepChart(logic, at, event);
  return { ...step, effects: [...before, ...step.effects], isUsed, died: null };
}

function withResult(context: ChartContext, state: string, value: Json): ChartContext {
  return { ...context, results: { ...context.results, [state]: value } };
}

function useless({ snapshot }: Resumed): Heard {
  return { snapshot, effects: [], error: null, isUsed: false, died: null };
}

function failed(error: { readonly code: string; readonly message: string }): Heard {
  return { snapshot: null, effects: [], error, isUsed: false, died: null };
}
