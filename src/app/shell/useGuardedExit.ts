import { useEffect } from 'react';
import { hasEdits } from '../proposal/editedProposal';
import { useSession } from '../state/session';

/** Warns before the page goes while something is not saved (W6), or a plan that waits has been edited (D9). */
export function useGuardedExit(): void {
  const { state } = useSession();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (state.getState().saving === 'failed' || hasEdits()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}
