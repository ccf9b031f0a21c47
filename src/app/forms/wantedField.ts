import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useFieldPath } from './fieldPath';

/** The field that somebody is on the way to: whatever is folded or leafed around it opens. */
export const wantedField = createStore<{ readonly path: string | null }>(() => ({ path: null }));

/** The next step from here to the field that is wanted; null while none is wanted in here. */
function useNextStep(): string | null {
  const here = useFieldPath();
  const path = useStore(wantedField, (wanted) => wanted.path);
  if (path === null || here === '' || !path.startsWith(`${here}/`)) return null;
  return path.slice(here.length + 1).split('/')[0] ?? null;
}

/** Whether one of these fields is wanted. */
export function useIsWanted(fields: readonly string[]): boolean {
  const step = useNextStep();
  return step !== null && fields.includes(step);
}

/** Shows the row of a list that is wanted. */
export function useWantedRow(show: (index: number) => void): void {
  const step = useNextStep();
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (step !== null && /^\d+$/.test(step)) latest.current(Number(step));
  }, [step]);
}
