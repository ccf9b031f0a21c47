import { useEffect } from 'react';
import { ask } from '../ask/ask';
import { placeStore } from '../state/address';
import { takePendingStart } from '../state/pendingStart';
import { useSession } from '../state/session';
import { launch } from './launch';
import { openLeft, openRun } from './openRun';

/** Opens the run that the address names, once: after a reload one that was going is shown paused (K6, D5), and one that an edit has left tells what it came to (D7). */
export function useOpeningRun(): void {
  const session = useSession();
  useEffect(() => {
    const stopHearing = session.runs.hear();
    const { run, left, at } = placeStore.getState();
    const asked = takePendingStart(session.id);
    if (asked?.question !== undefined) ask(session, asked.question);
    else if (asked !== null) void launch(session, {});
    else if (run !== null) void openRun(session, run, at);
    else if (left !== null) void openLeft(session, left);
    return () => {
      // Leaving the workspace lets go of its runs; the ledgers stay as they are (K6).
      stopHearing();
      session.runs.close();
      session.shown.rest();
    };
  }, [session]);
}
