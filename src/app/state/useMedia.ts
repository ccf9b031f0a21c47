import { useSyncExternalStore } from 'react';

/** Below this the interface is the phone's: one thing at a time. */
export const PHONE = '(max-width: 699px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Height of a row that is pressed, in CSS pixels: as dense as designed at a desk, a finger's width in a hand. */
export function useRowHeight(atDesk: number): number {
  return useMedia(PHONE) ? 44 : atDesk;
}
