import {
  type AnyMachineSnapshot,
  createMachine,
  type EventObject,
  enqueueActions,
  type MachineContext,
} from 'xstate';
import type { MachineConfig } from '../config';
import {
  beginGraph,
  cancelNodes,
  type GraphCounts,
  type GraphWiring,
  type Propagation,
  settleNode,
} from './graphCounts';
import { inertScope } from './inertScope';

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

const effects: MachineEffect[] = [];
/** One for all steps: it holds nothing but where effects are told. */
const SCOPE = inertScope((action) => {
  if (isEffect(action)) effects.push(action);
});

/** Builds a lowered configuration and opens it once: its initial state is the same for every run of it. */
export function buildMachine(config: MachineConfig): Machine {
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
    begin: enqueueActions(({ context, enqueue }) => {
      const propagation = beginGraph(wiringIn(context));
      enqueue.assign({ counts: propagation.counts });
      for (const effect of effectsOf(propagation)) enqueue(effect);
    }),
    propagate: enqueueActions(({ context, event, enqueue }) => {
      const { node, ports } = settledBy(event);
      const propagation = settleNode(wiringIn(context), countsIn(context), node, ports);
      enqueue.assign({ counts: propagation.counts });
      for (const effect of effectsOf(propagation)) enqueue(effect);
    }),
    cancelNodes: enqueueActions(({ context, event, enqueue }) => {
      if (!isCancel(event)) return;
      const propagation = cancelNodes(wiringIn(context), countsIn(context), event.nodes, event.busy);
      enqueue.assign({ counts: propagation.counts });
      for (const effect of effectsOf(propagation)) enqueue(effect);
    }),
  },
};

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
