import { useEffect, useState } from 'react';
import type { Proposal } from '#kernel';
import type { Waiting } from '#projection';
import { useSession } from '../state/session';
import { restoreEdits } from './editedProposal';

/** Whether what was edited of a plan that waits, before the page was left, is back: until then nobody decides about it. */
export function useRestoredEdits(waiting: Waiting, proposal: Proposal | null): boolean {
  const session = useSession();
  const [restored, setRestored] = useState<Proposal | null>(null);
  useEffect(() => {
    if (proposal !== null) void restoreEdits(session, waiting, proposal).then(() => setRestored(proposal));
  }, [session, waiting, proposal]);
  return restored === proposal;
}
