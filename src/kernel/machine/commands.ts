import type { Address } from '#base';
import type { Command } from '../command';
import type { Draft } from '../draft';
import { gateAllows } from '../gate';
import type { NodeRef } from '../nodeRef';

/** R19: nothing new leaves while the run is paused, but timers count from when they begin. */
export function sendOrHold(draft: Draft, ref: NodeRef, command: Command): void {
  const counts = command.kind === 'timer' && draft.has('timersDuringPause');
  if (counts || gateAllows(draft, ref)) send(draft, ref, command);
  else draft.held = [...draft.held, { frame: ref.frame, node: ref.node, what: { command, kind: 'command' } }];
}

/** A command of a machine leaves: a timer is answered, a call that it tells is not. */
export function send(draft: Draft, ref: NodeRef, command: Command): void {
  if (command.kind !== 'observe') {
    draft.issue(ref, command);
    return;
  }
  draft.calls++;
  draft.emit({ address: command.address, data: { command }, kind: 'command' });
  draft.issued.push(command);
}

/** Takes back what a machine has out, or would have when the run goes on. */
export function dropCommand(draft: Draft, ref: NodeRef, address: Address): void {
  draft.withdraw(address);
  const active = draft.active(ref);
  draft.setActive(ref, { ...active, open: active.open.filter((other) => other !== address) });
  draft.held = draft.held.filter(({ what }) => what.kind !== 'command' || what.command.address !== address);
}
