import type { Address } from '#base';
import { succeedNode } from '../completion';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { cancelFrame, cancelInside } from '../scopes/cancel';
import type { Signal } from '../state';
import { nodeOfActivity } from './activities';
import { activityEnded } from './activityEnded';
import { changeMachine, machineAt, machineOf } from './machineAt';
import type { Activity } from './machineRun';

/** A published event that awaits its response, and the machine whose it is. */
export interface Waiter {
  readonly ref: NodeRef;
  readonly activity: Activity;
}

/** All of the run, the oldest first. */
export function waiters(draft: Draft): readonly Waiter[] {
  return draft.machines
    .flatMap((ref) =>
      (machineAt(draft, ref)?.activities ?? []).flatMap((activity) =>
        activity.purpose.kind === 'action' ? [{ activity, ref }] : [],
      ),
    )
    .sort((one, other) => one.activity.serial - other.activity.serial);
}

/** Whether a signal is the response, or the failure, that it awaits (M2). */
export function awaits({ activity: { purpose } }: Waiter, { event }: Signal): boolean {
  return (
    purpose.kind === 'action' && (purpose.awaited.response === event || purpose.awaited.failure === event)
  );
}

function isWait(draft: Draft, address: Address): boolean {
  const kind = draft.commands.get(address)?.command.kind;
  return kind === 'listen' || kind === 'wait';
}

/** Whether it is the one that a correlation names. */
export function isNamedBy({ activity: { purpose } }: Waiter, correlationId: string): boolean {
  return purpose.kind === 'action' && purpose.awaited.correlationId === correlationId;
}

/**
 * A signal answers a published event, whoever was to answer it: what its responder does is withdrawn.
 */
export function respond(draft: Draft, { ref, activity }: Waiter, signal: Signal): void {
  const { frame, purpose } = activity;
  if (purpose.kind !== 'action') return;
  const answered = { ...activity, purpose: { ...purpose, awaited: { ...purpose.awaited, came: signal } } };
  changeMachine(draft, ref, {
    activities: machineOf(draft, ref).activities.map((one) => (one.frame === frame ? answered : one)),
  });
  const node = nodeOfActivity(activity);
  if (draft.isActive(node)) {
    const { event, data } = signal;
    draft.emit({ address: draft.active(node).address, data: { data, event }, kind: 'signal.taken' });
    cancelInside(draft, node);
    // A wait is answered by it; a call of a responder is withdrawn.
    for (const open of draft.active(node).open) if (isWait(draft, open)) draft.answered(open);
    succeedNode(draft, node, { ports: [], result: data });
    return;
  }
  // It has not begun, because the run is paused: there is nothing to withdraw.
  cancelFrame(draft, frame);
  activityEnded(draft, { error: null, ref, result: signal.data, scope: frame });
}
