import { useEffect, useState } from 'react';
import type { RunningDelay } from '#projection';

/** A bar is drawn anew at most so often, and at least so often while its delay runs, in milliseconds. */
const OFTEN = 100;
const SELDOM = 10_000;
/** In so many steps a bar fills. */
const STEPS = 200;

/** A bar that fills while a delay runs; in the past it stands as it stood then. */
export function DelayBar({ delay: { from, until, at } }: { readonly delay: RunningDelay }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at !== null) return;
    setNow(Date.now());
    const timer = setInterval(
      () => setNow(Date.now()),
      Math.min(SELDOM, Math.max(OFTEN, (until - from) / STEPS)),
    );
    return () => clearInterval(timer);
  }, [from, until, at]);
  const share = until <= from ? 1 : Math.min(1, Math.max(0, ((at ?? now) - from) / (until - from)));
  return (
    <span className="delay">
      <span style={{ width: `${(100 * share).toFixed(1)}%` }} />
    </span>
  );
}
