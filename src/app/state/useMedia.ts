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
