import { useEffect } from 'react';
import { PHONE, useMedia } from '../state/useMedia';
import { leaveProposal, returnToChange } from './editedProposal';

/** A hand decides about a plan, and does not edit it: what was edited stays, and a change waits for the desk. */
export function useProposalAtDesk(): void {
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    if (isPhone) leaveProposal();
    else returnToChange();
  }, [isPhone]);
}
