import type { JsonObject } from '#base';
import {
  MAX_ITERATIONS,
  type MachineConfig,
  machineOf,
  type StateConfig,
  type TransitionConfig,
} from '../config';
import { type CompiledScope, DONE, FAILED, type GraphScope, type Move, type SequenceScope } from '../scope';
import { buildMachine, type Machine } from './stepper';

/** How many structures are kept built. Most scopes of a run are alike: rows of the same length, one node alone. */
const KEPT = 64;
const BUILT = new Map<string, Machine>();

/**
 * The machine of a scope, or of one piece of a long sequence: one of equal structure that was built before, or a new
 * one. It is asked for when it is reached, and positions hold on to it.
 */
export function machineFor(scope: CompiledScope, segment: number): Machine {
  const structure = structureOf(scope, segment);
  const known = BUILT.get(structure);
  if (known) return known;
  const machine = buildMachine(lowered(scope, segment));
  if (BUILT.size >= KEPT) for (const oldest of BUILT.keys()) if (BUILT.delete(oldest)) break;
  BUILT.set(structure, machine);
  return machine;
}

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

/**
 * What a scope's lowered machine depends on, as a short text: equal texts mean equal machines, so that most scopes of
 * a run share one (rows of the same length, one node alone). Made without the configuration, which is ten times as
 * long: writing that out to compare it took a tenth of a run.
 */
export function structureOf(scope: CompiledScope, segment: number): string {
  if (scope.shape === 'sequence') return sequenceText(scope, segment);
  return scope.shape === 'graph' ? graphText(scope) : 'branches';
}

function sequenceText(scope: SequenceScope, segment: number): string {
  const { start, segments, skipAtOpen, moves, places } = scope;
  const { nodes, entries } = segments[segment] ?? { nodes: [], entries: [] };
  const first = start === null ? 'empty' : segment === 0 ? 'first' : 'later';
  let text = `sequence ${first} ${segments.length > 1}`;
  if (segment === 0) for (const skip of skipAtOpen) text += ` ${skip.because} ${skip.nodes}`;
  for (const to of entries) text += ` +${places[to]?.local}`;
  for (const index of nodes) {
    text += ';';
    for (const move of moves[index] ?? []) text += moveText(move, segment, places);
  }
  return text;
}

function moveText({ port, to, skips }: Move, segment: number, places: SequenceScope['places']): string {
  const place = to === null ? null : places[to];
  const target = place ? `${place.segment - segment}.${place.local}` : '';
  return `${port === null ? '' : `${port}:`}${target}${skips.length === 0 ? '' : `-${skips}`}|`;
}

function graphText({ nodes, edges, unreachable, disabled, ends, joins }: GraphScope): string {
  let text = `graph ${nodes.length} ${unreachable};${disabled};${ends}`;
  for (const { from, port, to } of edges) text += `|${from}:${port}:${to}`;
  for (const { node, need } of joins) text += `+${node}:${need}`;
  return text;
}
