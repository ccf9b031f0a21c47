import { useEffect, useState } from 'react';
import { durationText } from '#base';
import type { Span } from '#projection';

/** Tenths of a second are told up to ten seconds, then whole ones. */
const OFTEN = 200;
const SELDOM = 1_000;
const SHORT = 10_000;

/** How long something has gone on, in words that change while it does; in the past as it stood then. */
export function Elapsed({ span }: { readonly span: Span }) {
  return <span className="elapsed">{durationText(useElapsed(span))}</span>;
}

/** The same in milliseconds. */
export function useElapsed({ from, at }: Span): number {
  const [now, setNow] = useState(Date.now);
  const isShort = now - from < SHORT;
  useEffect(() => {
    if (at !== null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), isShort ? OFTEN : SELDOM);
    return () => clearInterval(timer);
  }, [at, isShort]);
  return Math.max(0, (at ?? now) - from);
}
