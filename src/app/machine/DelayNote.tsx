import { useEffect, useState } from 'react';
import { durationText } from '#base';
import type { RunningDelay } from '#projection';

const SECOND = 1_000;

/** How long a delay still runs: ", 12 s left". It counts down by itself while time goes on. */
export function DelayNote({ delay: { until, at } }: { readonly delay: RunningDelay }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at !== null) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [at]);
  const left = Math.max(0, until - (at ?? now));
  return <>{`, ${durationText(Math.ceil(left / SECOND) * SECOND)} left`}</>;
}
