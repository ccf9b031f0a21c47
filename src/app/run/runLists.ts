import { CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunSummary } from '#storage';
import { storedQuery } from '../state/services';
import { lookOf, type StatusLook } from '../ui/StatusPill';

/** A line for each attempt of a planner, of all runs (P6). */
export const allAttempts = storedQuery('runs', ['', 'attempts'], ({ runs }) => runs.attempts());

/** Whether a tab has the run open. */
export function isOpenQuery(runId: string) {
  return storedQuery('runs', ['', 'open', runId], ({ runs }) => runs.isOpen(runId));
}

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

/** How much of a ledger is shown: `12 commits`, and while travelling `5 of 12 commits`. */
export function commitsText(position: number, length: number): string {
  const all = `${length} ${length === 1 ? 'commit' : 'commits'}`;
  return position === length ? all : `${position} of ${all}`;
}

/** Enough of the id of a run to tell it from others: `run-1b9d6bcd`. */
export function shortRunId(runId: string): string {
  return /^run-[0-9a-f]{8}(?=-)/.exec(runId)?.[0] ?? runId;
}
