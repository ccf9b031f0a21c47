import { type AnyMachineSnapshot, createMachine } from 'xstate';
import type { MachineConfig } from '../config';
import { IMPLEMENTATIONS, type MachineEffect, type ScopeEvent } from './implementations';
import { inertScope } from './inertScope';

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
