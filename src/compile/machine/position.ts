import type { AnyMachineSnapshot } from 'xstate';
import { isJsonObject, type Json, type JsonObject, PersistentArray } from '#base';
import { type BranchesScope, type CompiledScope, FAILED } from '../scope';
import {
  type BranchCounts,
  type BranchOutcome,
  countBranch,
  countsAtFirst,
  isPending as isPendingIn,
  slotsToOpen,
  verdictOf,
} from './graphCounts';
import { type Machine, type MachineTurn, machineFor, type ScopeEvent, stepMachine } from './stepper';

/** Where a scope's machine stands. A value: a step makes another one. */
export interface MachinePosition {
  readonly machine: Machine;
  /** Which piece of a long sequence the machine is; 0 for everything else. */
  readonly segment: number;
  readonly snapshot: AnyMachineSnapshot;
  /** The counters of an ASYNC container; null for everything else. */
  readonly branches: BranchCounts | null;
}

/** What a scope asks for next; nodes are indices of the scope. */
export type ScopeEffect =
  | { readonly type: 'start'; readonly node: number }
  | {
      readonly type: 'skip';
      readonly because: 'dead' | 'disabled' | 'unreachable';
      readonly nodes: readonly number[];
    }
  /** JOINs that fail, and JOINs at which an edge arrived too late: they had begun, or failed without beginning (R6). */
  | { readonly type: 'starve' | 'late' | 'lateAtStarved'; readonly node: number }
  | { readonly type: 'openBranch'; readonly slot: number };

export interface Turn {
  readonly position: MachinePosition;
  readonly effects: readonly ScopeEffect[];
  readonly outcome: 'running' | 'done' | 'failed';
}

/** Opens a scope: its machine's initial state and what starts there. */
export function openScope(scope: CompiledScope): Turn {
  const machine = machineFor(scope, 0);
  if (scope.shape !== 'branches') return turnOf(scope, machine, 0, machine.opened);
  const { snapshot } = machine.opened;
  return counted({ machine, segment: 0, snapshot, branches: null }, countsAtFirst(scope));
}

/** A node of the scope settled by these ports (R5). */
export function settle(
  scope: CompiledScope,
  at: MachinePosition,
  node: number,
  ports: readonly string[],
): Turn {
  return step(scope, at, { type: 'done', node, ports });
}

/**
 * Cancels nodes of the scope together: their edges die (R16).
 *
 * @param busy how many of them had started
 */
export function cancelInScope(
  scope: CompiledScope,
  at: MachinePosition,
  nodes: readonly number[],
  busy: number,
): Turn {
  return step(scope, at, { type: 'cancel', nodes, busy });
}

/** Whether a node of the scope waits for its edges, and may start yet; asked only of scopes that count them. */
export function isPending(scope: CompiledScope, at: MachinePosition, node: number): boolean {
  const { context } = at.snapshot;
  return (
    scope.shape === 'graph' && at.snapshot.status === 'active' && isPendingIn(context, context.counts, node)
  );
}

/** A branch of an ASYNC container ended (R9). */
export function endBranch(at: MachinePosition, outcome: BranchOutcome): Turn {
  if (at.branches === null || isAtRest(at))
    return { position: at, effects: [], outcome: outcomeOf(at.snapshot) };
  return counted(at, countBranch(at.branches, outcome));
}

/** What the machine hears when its counters have decided. */
const DECIDED = { done: { type: 'complete' }, failed: { type: 'fail' } } as const;

/**
 * The counters stand beside the snapshot, and the machine hears what they come to: so it has no context, and XState is
 * not asked at an end that decides nothing.
 */
function counted(at: MachinePosition, counts: BranchCounts): Turn {
  const verdict = verdictOf(counts);
  const snapshot =
    verdict === 'open' ? at.snapshot : stepMachine(at.machine, at.snapshot, DECIDED[verdict]).snapshot;
  const slots = slotsToOpen(counts);
  const branches = slots.length === 0 ? counts : { ...counts, opened: counts.opened + slots.length };
  return {
    position: { machine: at.machine, segment: 0, snapshot, branches },
    effects: slots.map((slot) => ({ type: 'openBranch', slot })),
    outcome: outcomeOf(snapshot),
  };
}

function step(scope: CompiledScope, at: MachinePosition, event: ScopeEvent): Turn {
  return turnOf(scope, at.machine, at.segment, stepMachine(at.machine, at.snapshot, event));
}

function turnOf(scope: CompiledScope, machine: Machine, segment: number, turn: MachineTurn): Turn {
  const effects: ScopeEffect[] = [];
  for (const effect of turn.effects) {
    if (effect.type === 'start')
      effects.push({ type: 'start', node: nodeAt(scope, segment, effect.params.node) });
    else if (effect.type === 'skip') effects.push({ type: 'skip', ...effect.params });
    else if (effect.type === 'enter')
      return enter(scope, segment + effect.params.ahead, effect.params.node, effects);
    else effects.push({ type: effect.type, node: effect.params.node });
  }
  const { snapshot } = turn;
  return { position: { machine, segment, snapshot, branches: null }, effects, outcome: outcomeOf(snapshot) };
}

/** Machines count the nodes of their own piece; a graph has only one. */
function nodeAt(scope: CompiledScope, segment: number, place: number): number {
  return scope.shape === 'sequence' ? (scope.segments[segment]?.nodes[place] ?? -1) : place;
}

/** The token of a long sequence goes on in another piece, which is built now if it never was. */
function enter(scope: CompiledScope, segment: number, node: number, before: readonly ScopeEffect[]): Turn {
  const machine = machineFor(scope, segment);
  const entered = stepMachine(machine, machine.opened.snapshot, { type: 'enter', node });
  const turn = turnOf(scope, machine, segment, entered);
  return { ...turn, effects: [...before, ...turn.effects] };
}

function outcomeOf(snapshot: AnyMachineSnapshot): Turn['outcome'] {
  if (snapshot.status === 'active') return 'running';
  return snapshot.value === FAILED ? 'failed' : 'done';
}

/** Whether a scope's machine has come to its end: nothing in it is active or can still start (R14). */
export function isAtRest(at: MachinePosition): boolean {
  return outcomeOf(at.snapshot) !== 'running';
}

/** Whether a scope's machine has come to its failed end: more branches failed than the group can bear (R10). */
export function isFailed(at: MachinePosition): boolean {
  return outcomeOf(at.snapshot) === 'failed';
}

/** A position as JSON (K1): the state's name, and the counters that have changed since the scope opened. */
export function persistPosition(at: MachinePosition): Json {
  const { snapshot, segment, branches } = at;
  const { counts } = snapshot.context;
  const value = String(snapshot.value);
  if (counts) {
    const { open, taken, busy, ended } = counts;
    return { segment, value, counts: { open: open.toArray(), taken: taken.toArray(), busy, ended } };
  }
  if (branches === null) return { segment, value };
  const { opened, ok, bad, skipped } = branches;
  return { segment, value, branches: { opened, ok, bad, skipped } };
}

/** The inverse of `persistPosition`, for the same scope. Nothing is started. */
export function restorePosition(scope: CompiledScope, json: Json): MachinePosition {
  const saved = isJsonObject(json) ? json : {};
  const segment = Number(saved.segment ?? 0);
  const machine = machineFor(scope, segment);
  const { context } = machine.opened.snapshot;
  const snapshot = machine.logic.resolveState({
    value: String(saved.value),
    context: { ...context, ...savedCounts(saved) },
  });
  const branches = scope.shape === 'branches' ? savedBranches(scope, saved) : null;
  return { machine, segment, snapshot, branches };
}

function savedBranches(scope: BranchesScope, saved: JsonObject): BranchCounts {
  const { opened = 0, ok = 0, bad = 0, skipped = 0 } = isJsonObject(saved.branches) ? saved.branches : {};
  return {
    ...countsAtFirst(scope),
    opened: Number(opened),
    ok: Number(ok),
    bad: Number(bad),
    skipped: Number(skipped),
  };
}

function savedCounts(saved: JsonObject): object {
  if (!isJsonObject(saved.counts)) return {};
  const { open, taken, busy, ended } = saved.counts;
  return { counts: { open: numbers(open), taken: numbers(taken), busy, ended } };
}

function numbers(json: Json | undefined): PersistentArray {
  return PersistentArray.from(Array.isArray(json) ? json.map(Number) : []);
}
