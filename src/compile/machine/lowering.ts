import type { JsonObject } from '#base';
import { machineOf } from '../canonical';
import { MAX_ITERATIONS, type MachineConfig, type StateConfig, type TransitionConfig } from '../config';
import { type CompiledScope, DONE, FAILED } from '../scope';

/** Events of the lowered machines: constant types, because XState keeps a memo per state and event type for ever. */
const EVENTS: Readonly<Record<string, string>> = { 'xstate.done.actor.*': 'done' };

/** A failure that nothing handles closes its scope from outside (R8): no lowered machine hears of it. */
const FAILURE = 'xstate.error.actor.*';

/**
 * The configuration that the kernel runs for a scope, or for one piece of a long sequence: the canonical one in a form
 * that is 2–3 times cheaper to step, with the same states and the same order of starts.
 */
export function lowered(scope: CompiledScope, segment: number): MachineConfig {
  return scope.shape === 'branches' ? BRANCHES : lower(machineOf(scope, segment).config);
}

/**
 * Of all ASYNC containers: their counters stand beside the machine (`position.ts`), and what these come to are its
 * events.
 */
const BRANCHES: MachineConfig = {
  id: 'scope',
  initial: '_running',
  states: {
    _running: { on: { fail: [{ target: FAILED }], complete: [{ target: DONE }] } },
    [DONE]: { type: 'final' },
    [FAILED]: { type: 'final' },
  },
  options: { maxIterations: MAX_ITERATIONS },
};

/**
 * The mechanical lowering: `invoke` becomes one entry effect and a `done` transition, and `onError` goes. Names become
 * numbers, so that machines of equal structure are built once.
 */
function lower(config: MachineConfig): MachineConfig {
  const names = new Map<string, string>();
  for (const [key, state] of Object.entries(config.states)) {
    names.set(key, state.invoke ? `n${names.size}` : key);
  }
  let place = 0;
  const states: Record<string, StateConfig> = {};
  for (const [key, state] of Object.entries(config.states)) {
    states[names.get(key) ?? key] = lowerState(state, names, state.invoke ? place++ : 0);
  }
  return {
    id: 'scope',
    initial: names.get(config.initial) ?? config.initial,
    ...(config.context ? { context: withoutNames(config.context) } : {}),
    ...(config.entry ? { entry: config.entry } : {}),
    states,
    options: config.options,
  };
}

function lowerState(state: StateConfig, names: ReadonlyMap<string, string>, place: number): StateConfig {
  const { invoke, meta: _meta, on, ...rest } = state;
  if (invoke) {
    return {
      ...rest,
      entry: [{ type: 'start', params: { node: place } }],
      on: { done: retarget(invoke.onDone, names) },
    };
  }
  if (!on) return rest;
  const lowered: Record<string, readonly TransitionConfig[]> = {};
  for (const [event, transitions] of Object.entries(on)) {
    if (event !== FAILURE) lowered[EVENTS[event] ?? event] = retarget(transitions, names);
  }
  return { ...rest, on: lowered };
}

function retarget(
  transitions: readonly TransitionConfig[],
  names: ReadonlyMap<string, string>,
): readonly TransitionConfig[] {
  return transitions.map((transition) =>
    transition.target === undefined
      ? transition
      : { ...transition, target: names.get(transition.target) ?? transition.target },
  );
}

function withoutNames(context: JsonObject): JsonObject {
  const { keys, types: _types, ...rest } = context;
  return Array.isArray(keys) ? { ...rest, nodes: keys.length } : rest;
}
