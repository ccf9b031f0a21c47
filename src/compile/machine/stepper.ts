import {
  type ActorScope,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  type EventObject,
  type ExecutableActionObject,
  enqueueActions,
  type MachineContext,
} from 'xstate';
import { type JsonObject, present } from '#base';
import {
  FINALS,
  type MachineConfig,
  machineOf,
  OPTIONS,
  type StateConfig,
  type TransitionConfig,
} from '../config';
import { type CompiledScope, DONE, FAILED, type GraphScope, type Move, type SequenceScope } from '../scope';
import {
  beginGraph,
  cancelNodes,
  type GraphCounts,
  type GraphWiring,
  type Propagation,
  settleNode,
} from './graphCounts';

/** What a machine tells its driver to do, in the order in which it says so. */
type MachineEffect =
  | { readonly type: 'start'; readonly params: { readonly node: number } }
  | {
      readonly type: 'skip';
      readonly params: {
        readonly because: 'dead' | 'disabled' | 'unreachable';
        readonly nodes: readonly number[];
      };
    }
  /** A JOIN has too few edges left (R6). */
  | { readonly type: 'starve'; readonly params: { readonly node: number } }
  /** An edge arrived at a JOIN that has begun, or that failed without beginning (R6). */
  | { readonly type: 'late' | 'lateAtStarved'; readonly params: { readonly node: number } }
  | { readonly type: 'enter'; readonly params: { readonly ahead: number; readonly node: number } };

/** A node of the scope has settled. */
interface DoneEvent {
  readonly type: 'done';
  readonly node: number;
  readonly ports: readonly string[];
}

/** Nodes of the scope are cancelled together; `busy` of them had started (R16). */
interface CancelEvent {
  readonly type: 'cancel';
  readonly nodes: readonly number[];
  readonly busy: number;
}

/** Events of the lowered machines. They come from the kernel alone; no fact is ever one of them (T6). */
export type ScopeEvent =
  | DoneEvent
  | CancelEvent
  | { readonly type: 'enter'; readonly node: number }
  /** What the counters of an ASYNC container have come to (R10). */
  | { readonly type: 'complete' | 'fail' };

/** What one event did: the next snapshot, and what it asks for. */
export interface MachineTurn {
  readonly snapshot: AnyMachineSnapshot;
  readonly effects: readonly MachineEffect[];
}

/**
 * A machine as XState built it, with what XState has said of it so far. Stepping is pure, so an answer is asked for
 * once: of its opening, and, where it has no context and so only finitely many snapshots, of each event in each state.
 */
export interface Machine {
  readonly logic: ReturnType<typeof createMachine>;
  readonly opened: MachineTurn;
  /** Turns by state and event; null where the context makes every snapshot another one. */
  readonly turns: Map<string, Map<string, MachineTurn>> | null;
}

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
    ...FINALS,
  },
  options: OPTIONS,
};

const self = createActor(createMachine({}));

/**
 * A scope in which nothing is ever started, sent or deferred: what a machine does is told to `onAction`. `transition()`
 * of XState would make one per event, and with it the machine's whole initial snapshot. XState documents this use only as
 * the interface of actor logic: the version is pinned, and `xstateFacts.test.ts` tests what is leaned on.
 */
export function inertScope(
  onAction: (action: Pick<ExecutableActionObject, 'type' | 'params'>) => void,
): ActorScope<AnyMachineSnapshot, EventObject> {
  return {
    self,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    emit: () => {},
    system: self.system,
    stopChild: () => {},
    actionExecutor: onAction,
  };
}

const effects: MachineEffect[] = [];
/** One for all steps: it holds nothing but where effects are told. */
const SCOPE = inertScope((action) => {
  if (isEffect(action)) effects.push(action);
});

/** Builds a lowered configuration and opens it once: its initial state is the same for every run of it. */
function buildMachine(config: MachineConfig): Machine {
  const logic = createMachine(config, IMPLEMENTATIONS);
  effects.length = 0;
  const snapshot = logic.getInitialSnapshot(SCOPE, undefined);
  if (snapshot.status === 'error') throw snapshot.error;
  return { logic, opened: { snapshot, effects: effects.slice() }, turns: config.context ? null : new Map() };
}

/** A machine that is done takes no more events: XState would still follow those of its root. */
export function stepMachine(machine: Machine, from: AnyMachineSnapshot, event: ScopeEvent): MachineTurn {
  if (from.status !== 'active') return { snapshot: from, effects: [] };
  if (machine.turns === null) return ask(machine, from, event);
  const state = String(from.value);
  const known = machine.turns.get(state) ?? new Map<string, MachineTurn>();
  machine.turns.set(state, known);
  const name = nameOf(event);
  const turn = known.get(name) ?? ask(machine, from, event);
  known.set(name, turn);
  return turn;
}

function ask(machine: Machine, from: AnyMachineSnapshot, event: ScopeEvent): MachineTurn {
  effects.length = 0;
  const snapshot = machine.logic.transition(from, event, SCOPE);
  return { snapshot, effects: effects.slice() };
}

/** Tells events apart as guards do. Ports are ids (W2), so no list of them is the name of another event. */
function nameOf(event: ScopeEvent): string {
  if (event.type === 'done') return event.ports.length === 1 ? (event.ports[0] ?? '') : event.ports.join(',');
  if (event.type === 'enter') return `!enter ${event.node}`;
  return `!${event.type}`;
}

const EFFECTS: ReadonlySet<string> = new Set(['start', 'skip', 'starve', 'late', 'lateAtStarved', 'enter']);

function isEffect(action: { readonly type: string }): action is MachineEffect {
  return EFFECTS.has(action.type);
}

interface Told {
  readonly event: EventObject;
  readonly context: MachineContext;
}

/** The named guards and actions of all machines, given once (C1). What they enqueue stays plain data. */
const IMPLEMENTATIONS = {
  guards: {
    port: ({ event }: Told, params: unknown) => settledBy(event).ports.includes(portIn(params)),
    at: ({ event }: Told, params: unknown) => nodeIn(event) === nodeIn(params),
    atRest: ({ context }: Told) => {
      const { busy, ended } = countsIn(context);
      return ended || busy === 0;
    },
  },
  actions: {
    begin: enqueueActions(({ context, enqueue }) => tell(enqueue, beginGraph(wiringIn(context)))),
    propagate: enqueueActions(({ context, event, enqueue }) => {
      const { node, ports } = settledBy(event);
      tell(enqueue, settleNode(wiringIn(context), countsIn(context), node, ports));
    }),
    cancelNodes: enqueueActions(({ context, event, enqueue }) => {
      if (isCancel(event))
        tell(enqueue, cancelNodes(wiringIn(context), countsIn(context), event.nodes, event.busy));
    }),
  },
};

/** The part of `enqueueActions` that is used here. */
interface Enqueue {
  (effect: MachineEffect): void;
  assign(context: { readonly counts: GraphCounts }): void;
}

function tell(enqueue: Enqueue, propagation: Propagation): void {
  enqueue.assign({ counts: propagation.counts });
  for (const effect of effectsOf(propagation)) enqueue(effect);
}

function isDone(event: EventObject): event is DoneEvent {
  return event.type === 'done';
}

function isCancel(event: EventObject): event is CancelEvent {
  return event.type === 'cancel';
}

function settledBy(event: EventObject): Pick<DoneEvent, 'node' | 'ports'> {
  return isDone(event) ? event : { node: -1, ports: [] };
}

function effectsOf({ starts, skips, starved, late, lateAtStarved }: Propagation): readonly MachineEffect[] {
  return [
    ...late.map((node): MachineEffect => ({ type: 'late', params: { node } })),
    ...lateAtStarved.map((node): MachineEffect => ({ type: 'lateAtStarved', params: { node } })),
    ...skips.map(
      ({ node, because }): MachineEffect => ({ type: 'skip', params: { because, nodes: [node] } }),
    ),
    ...starved.map((node): MachineEffect => ({ type: 'starve', params: { node } })),
    ...starts.map((node): MachineEffect => ({ type: 'start', params: { node } })),
  ];
}

// XState types a context as a record of anything; these two readers are where it gets its shape back.

function wiringIn(context: MachineContext): GraphWiring {
  const { edges, unreachable, disabled, ends, joins } = context;
  return { nodes: context.nodes, edges, unreachable, disabled, ends, joins };
}

function countsIn(context: MachineContext): GraphCounts {
  return context.counts;
}

function portIn(params: unknown): string {
  return typeof params === 'object' && params !== null && 'port' in params ? String(params.port) : '';
}

function nodeIn(holder: unknown): number {
  return typeof holder === 'object' && holder !== null && 'node' in holder ? Number(holder.node) : -1;
}

/**
 * The mechanical lowering: `invoke` becomes one entry effect and a `done` transition, and `onError` goes. Names become
 * numbers, so that machines of equal structure are built once.
 */
function lower(config: MachineConfig): MachineConfig {
  const names = new Map(
    Object.entries(config.states).map(([key, { invoke }], index) => [key, invoke ? `n${index}` : key]),
  );
  let place = 0;
  const states: Record<string, StateConfig> = {};
  for (const [key, state] of Object.entries(config.states)) {
    states[names.get(key) ?? key] = lowerState(state, names, state.invoke ? place++ : 0);
  }
  return {
    id: 'scope',
    initial: names.get(config.initial) ?? config.initial,
    ...(config.context ? { context: withoutNames(config.context) } : {}),
    ...present({ entry: config.entry }),
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
