import { ROOT } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Signal } from '../state';
import { nodeOfActivity } from './activities';
import { hearSignal } from './listen';
import { changeMachine, machineAt, machineOf } from './machineRun';

/** `send` (M1): an event for an invocation. A machine hears it, at once or when it begins; anything else has no ear. */
export function sendTo(draft: Draft, ref: NodeRef, to: string, signal: Signal): void {
  const { activities } = machineOf(draft, ref);
  const invoked = activities.find(({ purpose }) => purpose.kind === 'invoke' && purpose.id === to);
  const node = invoked && nodeOfActivity(invoked);
  if (invoked === undefined || node === undefined || invoked.node.type !== 'SUB_PLAN') {
    drop(draft, signal);
  } else if (machineAt(draft, node) !== null) {
    if (!hearSignal(draft, node, signal)) drop(draft, signal);
  } else {
    const inbox = [...invoked.inbox, signal];
    changeMachine(draft, ref, {
      activities: activities.map((one) => (one === invoked ? { ...invoked, inbox } : one)),
    });
  }
}

function drop(draft: Draft, { event }: Signal): void {
  draft.emit({ address: ROOT, data: { event }, kind: 'signal.dropped' });
}

/** A machine that begins hears what was sent to it before. */
export function readInbox(draft: Draft, ref: NodeRef): void {
  const { parent } = draft.frame(ref.frame);
  const around = parent === null ? null : machineAt(draft, parent);
  const activity = around?.activities.find(({ frame }) => frame === ref.frame);
  if (parent === null || !around || !activity || activity.inbox.length === 0) return;
  changeMachine(draft, parent, {
    activities: around.activities.map((one) => (one === activity ? { ...one, inbox: [] } : one)),
  });
  for (const signal of activity.inbox) {
    if (machineAt(draft, ref) === null) return;
    if (!hearSignal(draft, ref, signal)) drop(draft, signal);
  }
}
