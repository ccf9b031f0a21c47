import { type Command, isBound, isForServer } from './command';
import type { RunState } from './state';

/** D6: what a run reads. */
export type KernelStatus =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'uncertain';

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
