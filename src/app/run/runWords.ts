import { CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunSummary } from '#storage';
import { lookOf, type StatusLook } from '../ui/StatusPill';

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** "today, 14:02" or "3 Mar, 14:02", as the reader's language writes it. */
export function momentText(at: number): string {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return `${today ? 'today' : dateFormat.format(date)}, ${timeFormat.format(date)}`;
}

/** The time, read anew every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(ticking);
  }, [everyMs]);
  return now;
}

/** A question that was not understood waits for another one: amber, not red (E8). */
export const NOT_ANSWERED: StatusLook = { tone: 'wait', icon: CircleHelp, word: 'not answered' };

/** How a line of a list of runs says how its run stands. */
export function lookOfRun({ status, unanswered }: Pick<RunSummary, 'status' | 'unanswered'>): StatusLook {
  return unanswered === true ? NOT_ANSWERED : lookOf(status);
}
