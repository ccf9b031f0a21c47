import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { hearSignal } from './hear';
import { changeMachine, machineAt } from './machineAt';
import { dropMail } from './mail';

/** A machine that something was sent to hears it, when whoever sent it has done its turn. False when there is no mail. */
export function readMail(draft: Draft): boolean {
  const [first, ...rest] = draft.mail;
  if (first === undefined) return false;
  draft.mail = rest;
  readInbox(draft, first);
  return true;
}

/** A machine hears what was sent to it, also before it began. */
export function readInbox(draft: Draft, ref: NodeRef): void {
  const parent = draft.frames.get(ref.frame)?.parent ?? null;
  const around = parent === null ? null : machineAt(draft, parent);
  const activity = around?.activities.find(({ frame }) => frame === ref.frame);
  if (parent === null || !around || !activity || activity.inbox.length === 0) return;
  if (machineAt(draft, ref) === null && isToBegin(draft, ref)) return;
  changeMachine(draft, parent, {
    activities: around.activities.map((one) => (one === activity ? { ...one, inbox: [] } : one)),
  });
  for (const signal of activity.inbox) {
    if (machineAt(draft, ref) === null || !hearSignal(draft, ref, signal)) dropMail(draft, signal);
  }
}

/** Its turn has not come yet, or its next attempt; what is over has no ear. */
function isToBegin(draft: Draft, ref: NodeRef): boolean {
  return draft.ready.has(ref) || draft.isActive(ref);
}
