import { CircleHelp } from 'lucide-react';
import type { RunSummary } from '#storage';
import { lookOf, type StatusLook } from '../ui/status';

/** A question that was not understood waits for another one: amber, not red (E8). */
export const NOT_ANSWERED: StatusLook = { tone: 'wait', icon: CircleHelp, word: 'not answered' };

/** How a line of a list of runs says how its run stands. */
export function lookOfRun({ status, unanswered }: Pick<RunSummary, 'status' | 'unanswered'>): StatusLook {
  return unanswered === true ? NOT_ANSWERED : lookOf(status);
}
