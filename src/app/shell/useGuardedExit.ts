import { useEffect } from 'react';
import { hasUnkeptEdits } from '../proposal/editedProposal';
import { useSession } from '../state/session';

/** Warns before the page goes while something is not saved (W6), or what was edited of a proposed plan would go with it (D9). */
export function useGuardedExit(): void {
  const { state } = useSession();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (state.getState().saving === 'failed' || hasUnkeptEdits()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
}
