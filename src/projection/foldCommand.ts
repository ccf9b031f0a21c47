import { type Address, withoutAttempt } from '#base';
import { type Command, isBound, isForServer, type PlanCommand } from '#kernel';
import { type Draft, nodeAt, touchNode } from './draft';
import { namesOf } from './names';

/** A command has left: what is open, what waits, how many calls. */
export function foldCommand(draft: Draft, command: Command, seq: number): void {
  if (command.kind === 'cancel') {
    closeCommand(draft, command.address);
    return;
  }
  if (command.kind === 'observe') {
    draft.calls++;
    return;
  }
  closeCommand(draft, command.address);
  draft.open.set(command.address, command);
  if (isWork(command)) draft.inFlight++;
  if (isForServer(command)) draft.serverWaits++;
  if (command.kind === 'wait') addWaiting(draft, command);
  if (command.kind === 'listen') addListening(draft, command);
  if (command.kind !== 'call' && command.kind !== 'plan') return;
  draft.calls++;
  touchNode(draft, command.address, seq, {
    calls: nodeAt(draft, command.address).calls + 1,
    // What guards and merges call is no tool of the step itself.
    ...(command.kind === 'call' && !command.address.includes('!') ? { tool: command.capability } : {}),
  });
  if (command.kind === 'plan') beginPlanning(draft, command, seq);
}

/** The open command of that address is answered or withdrawn; nothing happens when there is none. */
export function closeCommand(draft: Draft, address: Address): void {
  const command = draft.open.get(address);
  if (command === undefined) return;
  draft.open.delete(address);
  // What has not left was not in flight (K13).
  if (keptBack(draft.waiting, address)) {
    dropWaiting(draft, address);
    return;
  }
  if (isWork(command)) draft.inFlight--;
  if (isForServer(command)) draft.serverWaits--;
  if (command.kind === 'wait' || command.kind === 'listen') dropWaiting(draft, address);
}

/** Whether a call of that address has not left, for want of a connection or a file (K13). */
export function keptBack(waiting: Draft['waiting'], address: Address): boolean {
  return waiting.some((one) => one.address === address && (one.kind === 'connection' || one.kind === 'file'));
}

/** Nothing of this address waits any more. */
export function dropWaiting(draft: Draft, address: Address): void {
  if (draft.waiting.some((one) => one.address === address)) {
    draft.waiting = draft.waiting.filter((one) => one.address !== address);
  }
}

/** A run whose only open commands are waits and their timeouts is waiting, not running. */
function isWork(command: Command): boolean {
  if (command.kind === 'timer') return !isBound(command) && !isForServer(command);
  return command.kind === 'call' || command.kind === 'plan' || command.kind === 'evaluate';
}

function addWaiting(draft: Draft, command: Extract<Command, { kind: 'wait' }>): void {
  const { address, message } = command;
  touchNode(draft, address, draft.position, { message });
  const name = namesOf(draft)(address);
  draft.waiting = [...draft.waiting, { address, since: draft.position, kind: command.for, name, command }];
}

function addListening(draft: Draft, command: Extract<Command, { kind: 'listen' }>): void {
  const { address } = command;
  const name = namesOf(draft)(address);
  draft.waiting = [...draft.waiting, { address, since: draft.position, kind: 'signal', name, command }];
}

/** Each call starts an empty drawing: the steps of a refused call do not belong to the next one's plan. */
function beginPlanning(draft: Draft, command: PlanCommand, seq: number): void {
  const address = withoutAttempt(command.address);
  const attempts = draft.planning.get(address)?.attempts ?? [];
  const empty = { streamed: [], cutOff: [], streaming: true, accepted: null, again: command.again ?? null };
  const { goal } = command;
  draft.planning.set(address, { address, goal, seq, attempts, askedAt: draft.at ?? 0, ...empty });
}
