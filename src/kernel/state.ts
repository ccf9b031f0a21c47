import { type Address, type Diagnostic, type Json, type JsonObject, PersistentMap } from '#base';
import { type Command, isBound, isForServer, type Review } from './command';
import type {
  AskAgain,
  Budget,
  EndStatus,
  PauseReason,
  RunError,
  RunPolicy,
  RunStarted,
  Stop,
  Usage,
} from './fact';
import { type DynamicFrame, type Frame, isSame, type NodeRef, type Ready } from './frame';
import type { Breaks, Planning, Signal } from './work';

/** How the scope of a container ended. */
export interface ScopeResult {
  readonly ref: NodeRef;
  readonly result: Json;
  readonly error: RunError | null;
  /** The container itself breaks out, because a `break` ended all its branches (L7). */
  readonly breaks?: Breaks | null;
  /** Of the call that merged its branches. */
  readonly usage?: Usage | undefined;
  /** The scope itself, where its container has several open: an activity of a machine. */
  readonly scope?: string;
  /** The plan that ran in it, where a planner made that, with what its steps gave. */
  readonly plan?: DynamicFrame;
}

/** What answers a command that does not leave: a place in the record (K8), or a pin (D10). */
export type ServedFrom = { readonly record: number } | PinThatCounts;

/** A pin by its place, whose condition holds, or cannot be decided: then nobody is asked either, and the attempt fails. */
export interface PinThatCounts {
  readonly pin: number;
  readonly undecided?: RunError;
}

/** A command that waits for its answer from there. */
export interface Serving extends NodeRef {
  readonly address: Address;
  readonly from: ServedFrom;
}

/** A command that nobody has answered. */
export interface OpenCommand extends NodeRef {
  readonly command: Command;
  /** Place in the order in which commands were issued. */
  readonly serial: number;
  /** It has not left: its answer comes from the record, in the same commit (K8). */
  readonly served: boolean;
  /** After a crash: it may or may not have happened (K6). */
  readonly uncertain: boolean;
}

/** What calls have taken, or may yet take. */
export interface Spent {
  readonly tokens: number;
  readonly microUnits: number;
}

/** Whether nodes may start (R19, D1): all, none, or only what lies inside a node or a frame that is stepped over. */
export type Gate =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly reason: PauseReason }
  | {
      readonly kind: 'inside';
      readonly frame: string;
      readonly node: number | null;
      /** Why the run is paused then; absent where it is stepped. */
      readonly reason?: 'reached';
    };

/** A command of a node that goes on, which the gate holds back (R19). */
export interface Held extends NodeRef {
  readonly what:
    | { readonly kind: 'attempt' }
    /** The signal that its call waited for has come. */
    | { readonly kind: 'payload'; readonly payload: Json }
    /** A person has agreed to its call (K15). */
    | { readonly kind: 'permitted' }
    /** Its guards have let it pass so far. */
    | { readonly kind: 'admission'; readonly asked: number }
    | { readonly kind: 'plan' }
    | { readonly kind: 'merge' }
    /** A model is to choose among the plans of a planner (P3). */
    | { readonly kind: 'compare' }
    /** A model is to judge whether the rest of an executor's plan is worth going on with (P9). */
    | { readonly kind: 'judge' }
    /** A model is to write the answer of an executor (P10). */
    | { readonly kind: 'answer' }
    /** An executor whose plan has more steps than the budget has left. */
    | { readonly kind: 'execute' }
    | { readonly kind: 'timer'; readonly address: Address; readonly afterMs: number; readonly for?: 'server' }
    /** Of a machine: a timer, or a call that it only tells. */
    | { readonly kind: 'command'; readonly command: Command };
}

/** A plan that a PLANNER of this run proposed, under its hash: where its authority comes from (P8, I7). */
export interface Proposal {
  readonly planning: Planning;
  /** When its planner is asked again; null for a plan that is whole. */
  readonly askAgain: AskAgain | null;
}

export type RunPhase = 'going' | EndStatus;

/**
 * A run as a value (K1). Everything in it is immutable and shared between states, so keeping many costs little.
 * Made by `step` alone; read by `openCommands`, `statusOf`, `isFinished`; put into JSON by `persist`.
 */
export interface RunState {
  readonly start: RunStarted;
  readonly phase: RunPhase;
  readonly gate: Gate;
  /** Where the run is to stop, until it has (D1). */
  readonly stop: Stop | null;
  readonly frames: PersistentMap<Frame>;
  readonly commands: PersistentMap<OpenCommand>;
  /** Calls of models that were taken back and have not said what they took: they stay reserved (K10). */
  readonly withdrawn: readonly Command[];
  /** Addresses of open waits, by address without attempt, which an answer may leave out. */
  readonly waits: PersistentMap<Address>;
  readonly variables: PersistentMap<Json>;
  /** Kept for the run until a persistent wait takes them, the oldest first (R16). */
  readonly signals: readonly Signal[];
  /** What a person has allowed for this run (K15). */
  readonly runPolicies: readonly RunPolicy[];
  /** Runs that have to complete before this one begins (M4). */
  readonly pendingOn: readonly string[];
  /** Nodes that run a machine, and the root of a run that is one, the oldest first. */
  readonly machines: readonly NodeRef[];
  /** Those that are held (L2). */
  readonly mutexes: Mutexes;
  readonly ready: readonly Ready[];
  readonly held: readonly Held[];
  /** Plans in progress of which is being decided whether they go on as they are (P9). */
  readonly reviews: readonly Review[];
  /** Timers that came due while the run was paused. */
  readonly due: readonly Address[];
  /** How many open commands are uncertain. */
  readonly uncertain: number;
  readonly serial: number;
  readonly calls: number;
  /** Calls of each planner, by its address without attempt: they count over its whole life (K11). */
  readonly plannerCalls: PersistentMap<number>;
  /** What all answered calls have taken (K10). */
  readonly spent: Spent;
  readonly budget: Budget;
  readonly dynamicSteps: number;
  readonly proposals: PersistentMap<Proposal>;
  readonly outputs: JsonObject;
  readonly error: RunError | null;
}

/** The state before the first fact has had its effect. */
export function newRun(start: RunStarted): RunState {
  return {
    start,
    phase: 'going',
    gate: { kind: 'open' },
    stop: start.stop ?? null,
    frames: PersistentMap.empty(),
    commands: PersistentMap.empty(),
    withdrawn: [],
    waits: PersistentMap.empty(),
    variables: PersistentMap.empty(),
    signals: [],
    runPolicies: [],
    pendingOn: [...new Set(start.dependsOn)],
    machines: [],
    mutexes: [],
    ready: [],
    held: [],
    reviews: [],
    due: [],
    uncertain: 0,
    serial: 0,
    calls: 0,
    plannerCalls: PersistentMap.empty(),
    spent: { tokens: 0, microUnits: 0 },
    budget: start.budget,
    dynamicSteps: 0,
    proposals: PersistentMap.empty(),
    outputs: {},
    error: null,
  };
}

/** Why a plan that cannot be compiled does not run. */
export function notCompiled([first]: readonly Diagnostic[]): RunError {
  if (first === undefined) return { code: 'PLAN_INVALID', message: 'The plan cannot be compiled.' };
  const { code, message, help } = first;
  return { code, message, help };
}

/** D6: what a run reads. */
export type KernelStatus = 'pending' | 'running' | 'waiting' | 'paused' | 'uncertain' | EndStatus;

/** Whether the run has ended: whatever comes now is late. */
export function isFinished(state: RunState): boolean {
  return state.phase !== 'going';
}

/** A run waits when nothing but people, events and timeouts can move it on. Paused goes before waiting and uncertain (D6). */
export function statusOf(state: RunState): KernelStatus {
  if (state.phase !== 'going') return state.phase;
  if (state.gate.kind === 'closed') return 'paused';
  if (state.pendingOn.length > 0) return 'pending';
  if (state.uncertain > 0) return 'uncertain';
  let waits = false;
  for (const [, { command }] of state.commands) {
    if (moves(command)) return 'running';
    waits ||= isWait(command);
  }
  return waits ? 'waiting' : 'running';
}

/** Whether the run goes on by itself when this is answered. */
function moves(command: Command): boolean {
  if (command.kind === 'timer') return !isBound(command) && !isForServer(command);
  return !isWait(command);
}

/** Whether it is for somebody outside: a person, who sends a signal, or a server that has asked for time. */
function isWait(command: Command): boolean {
  return command.kind === 'wait' || command.kind === 'listen' || isForServer(command);
}

/**
 * Commands that nobody has answered, in the order in which they were issued: what a host that takes up the run
 * issues again, or asks about (K6). Those that are known to be uncertain are left out: a person settles them.
 */
export function openCommands(state: RunState): readonly Command[] {
  return state.commands
    .values()
    .filter((open) => !open.uncertain)
    .sort((one, other) => one.serial - other.serial)
    .map(({ command }) => command);
}

/** A name that one node of the run holds at a time (L2), and the nodes that wait for it, the oldest first. */
interface Mutex {
  readonly name: string;
  readonly holder: NodeRef;
  readonly waiting: readonly NodeRef[];
}

export type Mutexes = readonly Mutex[];

/** A node wants a mutex: it holds it now, or is the last of those that wait. */
export function acquire(mutexes: Mutexes, name: string, { frame, node }: NodeRef): Mutexes {
  const ref = { frame, node };
  if (!mutexes.some((mutex) => mutex.name === name)) return [...mutexes, { name, holder: ref, waiting: [] }];
  return mutexes.map((mutex) =>
    mutex.name === name ? { ...mutex, waiting: [...mutex.waiting, ref] } : mutex,
  );
}

/** What a node holds goes with it to another place, where it goes on (L2). */
export function transferMutexes(mutexes: Mutexes, from: NodeRef, to: NodeRef): Mutexes {
  return mutexes.map((mutex) => (isSame(mutex.holder, from) ? { ...mutex, holder: to } : mutex));
}

/** A node has settled: what it held passes to the oldest waiter, and it waits no more. */
export function releaseMutexes(mutexes: Mutexes, ref: NodeRef): Mutexes {
  const kept: Mutex[] = [];
  const passed: Mutex[] = [];
  for (const mutex of mutexes) {
    const [next, ...rest] = mutex.waiting;
    if (!isSame(mutex.holder, ref)) kept.push(withoutWaiter(mutex, ref));
    else if (next !== undefined) passed.push({ ...mutex, holder: next, waiting: rest });
  }
  return [...kept, ...passed];
}

function withoutWaiter(mutex: Mutex, ref: NodeRef): Mutex {
  if (!mutex.waiting.some((waiter) => isSame(waiter, ref))) return mutex;
  return { ...mutex, waiting: mutex.waiting.filter((waiter) => !isSame(waiter, ref)) };
}

/** Whether a node holds a mutex of that name. */
export function holdsMutex(mutexes: Mutexes, name: string, ref: NodeRef): boolean {
  return mutexes.some((mutex) => mutex.name === name && isSame(mutex.holder, ref));
}
