import type { AnyMachineSnapshot } from 'xstate';
import { isJsonObject, type Json, type JsonObject, PersistentArray } from '#base';
import { machineOf } from '../canonical';
import { type CompiledScope, FAILED } from '../scope';
import type { DoneEvent, ScopeEvent } from './kernelFlavour';
import { type Machine, type MachineTurn, machineFor, openMachine, stepMachine } from './stepper';

/** Where a scope's machine stands. A value: a step makes another one. */
export interface MachinePosition {
  readonly segment: number;
  readonly snapshot: AnyMachineSnapshot;
}

/** What a scope asks for next; nodes are indices of the scope. */
export type ScopeEffect =
  | { readonly type: 'start'; readonly node: number }
  | {
      readonly type: 'skip';
      readonly because: 'dead' | 'disabled' | 'unreachable';
      readonly nodes: readonly number[];
    }
  | { readonly type: 'openBranch'; readonly slot: number };

export interface Turn {
  readonly position: MachinePosition;
  readonly effects: readonly ScopeEffect[];
  readonly outcome: 'running' | 'done' | 'failed';
}

/** Opens a scope: its machine's initial state and what starts there. */
export function openScope(scope: CompiledScope): Turn {
  return turnOf(scope, 0, openMachine(pieceOf(scope, 0).machine));
}

/** A node of the scope settled by these ports (R5). */
export function settle(
  scope: CompiledScope,
  at: MachinePosition,
  node: number,
  ports: readonly string[],
): Turn {
  return step(scope, at, { type: 'done', node, ports, skipped: false });
}

/** A branch of an ASYNC container ended (R9). */
export function endBranch(
  scope: CompiledScope,
  at: MachinePosition,
  slot: number,
  outcome: 'ok' | 'bad' | 'skipped',
): Turn {
  const done: DoneEvent = { type: 'done', node: slot, ports: [], skipped: outcome === 'skipped' };
  return step(scope, at, outcome === 'bad' ? { type: 'error' } : done);
}

function step(scope: CompiledScope, at: MachinePosition, event: ScopeEvent): Turn {
  return turnOf(scope, at.segment, stepMachine(pieceOf(scope, at.segment).machine, at.snapshot, event));
}

function turnOf(scope: CompiledScope, segment: number, turn: MachineTurn): Turn {
  const { nodes } = pieceOf(scope, segment);
  const found: ScopeEffect[] = [];
  for (const effect of turn.effects) {
    if (effect.type === 'start') found.push({ type: 'start', node: nodes[effect.params.node] ?? -1 });
    else if (effect.type === 'skip') found.push({ type: 'skip', ...effect.params });
    else if (effect.type === 'openBranch') found.push({ type: 'openBranch', slot: effect.params.slot });
    else return enter(scope, segment + effect.params.ahead, effect.params.node, found);
  }
  const outcome = outcomeOf(turn.snapshot);
  return { position: { segment, snapshot: turn.snapshot }, effects: found, outcome };
}

/** The token of a long sequence goes on in another piece, which is built now if it never was. */
function enter(scope: CompiledScope, segment: number, node: number, before: readonly ScopeEffect[]): Turn {
  const { machine } = pieceOf(scope, segment);
  const entered = stepMachine(machine, openMachine(machine).snapshot, { type: 'enter', node });
  const turn = turnOf(scope, segment, entered);
  return { ...turn, effects: [...before, ...turn.effects] };
}

function outcomeOf(snapshot: AnyMachineSnapshot): Turn['outcome'] {
  if (snapshot.status === 'active') return 'running';
  return snapshot.value === FAILED ? 'failed' : 'done';
}

/** Whether a scope's machine has come to its failed end: more branches failed than the group can bear (R10). */
export function isFailed(at: MachinePosition): boolean {
  return outcomeOf(at.snapshot) === 'failed';
}

interface Piece {
  readonly machine: Machine;
  readonly nodes: readonly number[];
}

const PIECES = new WeakMap<CompiledScope, Map<number, Piece>>();

function pieceOf(scope: CompiledScope, segment: number): Piece {
  const pieces = PIECES.get(scope) ?? new Map<number, Piece>();
  PIECES.set(scope, pieces);
  const known = pieces.get(segment);
  if (known) return known;
  const { config, nodes } = machineOf(scope, segment);
  const piece = { machine: machineFor(config), nodes };
  pieces.set(segment, piece);
  return piece;
}

/** A position as JSON (K1): the state's name, and the counters that have changed since the scope opened. */
export function persistPosition(at: MachinePosition): Json {
  const { snapshot, segment } = at;
  const { counts, opened, ok, bad, skipped } = snapshot.context;
  const value = String(snapshot.value);
  if (counts) {
    const { open, taken, busy, ended } = counts;
    return { segment, value, counts: { open: open.toArray(), taken: taken.toArray(), busy, ended } };
  }
  return opened === undefined
    ? { segment, value }
    : { segment, value, branches: { opened, ok, bad, skipped } };
}

/** The inverse of `persistPosition`, for the same scope. Nothing is started. */
export function restorePosition(scope: CompiledScope, json: Json): MachinePosition {
  const saved = isJsonObject(json) ? json : {};
  const segment = Number(saved.segment ?? 0);
  const { machine } = pieceOf(scope, segment);
  const { context } = openMachine(machine).snapshot;
  const snapshot = machine.resolveState({
    value: String(saved.value),
    context: { ...context, ...savedBranches(saved), ...savedCounts(saved) },
  });
  return { segment, snapshot };
}

function savedBranches(saved: JsonObject): JsonObject {
  return isJsonObject(saved.branches) ? saved.branches : {};
}

function savedCounts(saved: JsonObject): object {
  if (!isJsonObject(saved.counts)) return {};
  const { open, taken, busy, ended } = saved.counts;
  return { counts: { open: numbers(open), taken: numbers(taken), busy, ended } };
}

function numbers(json: Json | undefined): PersistentArray {
  return PersistentArray.from(Array.isArray(json) ? json.map(Number) : []);
}
