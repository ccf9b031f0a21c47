import { useEffect } from 'react';
import { useSession } from '../state/session';

/** Warns before the page goes while something is not saved (W6). */
export function useGuardedExit(): void {
  const { state } = useSession();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (state.getState().saving === 'failed') event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}
