import { ROOT } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Signal } from '../state';
import { nodeOfActivity } from './activities';
import { changeMachine, machineOf } from './machineAt';

/**
 * `send` (M1): an event for an invocation. It lies in its inbox until the machine there has begun and the turn of the one
 * that sends is over, as the queue of an actor does; what is no machine has no ear.
 */
export function sendTo(draft: Draft, ref: NodeRef, to: string, signal: Signal): void {
  const { activities } = machineOf(draft, ref);
  const invoked = activities.find(({ purpose }) => purpose.kind === 'invoke' && purpose.id === to);
  const plan = invoked?.node.type === 'SUB_PLAN' ? invoked.node.params.plan : null;
  const { plans } = draft.start.closure;
  if (invoked === undefined || !plans.some(({ id, kind }) => id === plan && kind === 'state-machine')) {
    dropMail(draft, signal);
    return;
  }
  const inbox = [...invoked.inbox, signal];
  changeMachine(draft, ref, {
    activities: activities.map((one) => (one === invoked ? { ...invoked, inbox } : one)),
  });
  draft.mail = [...draft.mail, nodeOfActivity(invoked)];
}

/** Nobody hears it: an entry says so. */
export function dropMail(draft: Draft, { event }: Signal): void {
  draft.emit({ address: ROOT, data: { event }, kind: 'signal.dropped' });
}
