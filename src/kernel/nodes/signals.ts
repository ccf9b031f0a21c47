import { isEventType, type Json, plainText, withCall } from '#base';
import type { CallCommand } from '../command';
import type { Draft } from '../draft';
import type { WaitFor } from '../fact';
import type { NodeRef } from '../frame';
import { awaits, dispatchToMachine, respond, waiters } from '../machine/dispatch';
import { failNode, issueTimeout, takeBack } from '../node';
import type { Signal } from '../work';

/**
 * Offers a signal to whatever waits at a node (R16): a machine, what a machine has published (M2), the node itself, or
 * the capability that it calls (L7).
 *
 * @returns `taken` when it goes on with it; `failed` when its condition could not be decided, and the node failed (K5)
 */
export function dispatchSignal(draft: Draft, ref: NodeRef, signal: Signal): 'taken' | 'failed' | null {
  if (draft.active(ref).work.kind === 'machine')
    return dispatchToMachine(draft, ref, signal) ? 'taken' : null;
  const waiter = waiters(draft).find(({ activity }) => activity.frame === ref.frame);
  if (waiter !== undefined) {
    if (!awaits(waiter, signal)) return null;
    respond(draft, waiter, signal);
    return 'taken';
  }
  const { node } = draft.compiled(ref);
  const behaviour = draft.behaviourOf(node);
  if (behaviour.onSignal !== undefined) return behaviour.onSignal(draft, ref, node, signal);
  return wakes(draft, ref, signal) ? 'taken' : null;
}

/**
 * A capability asks to wait (L7): its attempt goes on, without a status of its own and within its `timeoutMs`, as a
 * persistent wait at `<attempt>!wait`. When the signal comes its call leaves again with what it brought; at
 * `waitFor.timeoutMs` the attempt fails.
 *
 * @param call the call that was answered so
 */
export function awaitSignal(
  draft: Draft,
  ref: NodeRef,
  call: CallCommand,
  { event, timeoutMs }: WaitFor,
): void {
  if (!isEventType(event)) {
    failNode(draft, ref, {
      code: 'RESULT_INVALID',
      message: `"${plainText(event)}" is no name of a signal to wait for.`,
      help: 'Let the capability name one that begins with a letter.',
    });
    return;
  }
  draft.setWork(ref, { call, event, kind: 'awaiting' });
  const kept = draft.signals.find((signal) => signal.event === event);
  if (kept !== undefined) {
    draft.signals = draft.signals.filter((signal) => signal !== kept);
    noteTaken(draft, ref, kept);
    draft.admit(ref, { kind: 'payload', payload: kept.data });
    return;
  }
  draft.issue(ref, {
    address: withCall(call.address, 'wait'),
    events: [{ event, id: 'wait' }],
    kind: 'listen',
  });
  issueTimeout(draft, ref, withCall(call.address, 'wait-timeout'), timeoutMs);
}

/** Offers a signal to a capability that waits; true when it was the one. */
function wakes(draft: Draft, ref: NodeRef, signal: Signal): boolean {
  const { work } = draft.active(ref);
  if (work.kind !== 'awaiting' || work.event !== signal.event) return false;
  noteTaken(draft, ref, signal);
  draft.answered(withCall(work.call.address, 'wait'));
  takeBack(draft, ref, withCall(work.call.address, 'wait-timeout'));
  draft.admit(ref, { kind: 'payload', payload: signal.data });
  return true;
}

function noteTaken(draft: Draft, ref: NodeRef, { event }: Signal): void {
  draft.emit({ address: draft.active(ref).address, data: { event }, kind: 'signal.taken' });
}

/** The call leaves again, with the signal that it has waited for (L7). */
export function callAgain(draft: Draft, ref: NodeRef, payload: Json): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'awaiting') return;
  draft.setWork(ref, { kind: 'calling' });
  draft.issue(ref, { ...work.call, again: { payload, turn: (work.call.again?.turn ?? 0) + 1 } });
}
