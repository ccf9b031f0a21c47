import { useEffect, useState } from 'react';

/** How long a decision is shown before it can be pressed, in milliseconds: what was meant for the screen before does not hit it. */
export const REST_MS = 500;

/** Whether what is shown has been there long enough to be pressed (K15). */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
