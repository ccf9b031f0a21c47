import type { AnyMachineSnapshot } from 'xstate';
import { LIMITS } from '#base';
import { inertScope } from '../machine/inertScope';
import type { ChartContext } from './context';
import { ChartFailure } from './deeds';
import { type ChartLogic, EFFECT } from './lowering';
import type { ChartEvent } from './scope';
import type { MachineEffect, MachineTurn } from './turn';

/** What one event of XState did. */
export interface Step {
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
export function stepChart(logic: ChartLogic, { snapshot, context }: Place, event: ChartEvent): Step {
  return stepped(() => logic.transition({ ...snapshot, context }, event, SCOPE));
}

/** Whether any transition would be taken for an event. */
export function matches(
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
