import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Waiting } from '#projection';
import { dropProposal, type EditedProposal, type Origin } from './editedProposal';

/**
 * What the plan that is edited waits for. As soon as it waits no more its run is shown again: it was decided, here or in another
 * tab, or the run is over.
 */
export function useStillWaits(
  { home, proposal }: EditedProposal,
  { wait, runId }: Extract<Origin, { kind: 'run' }>,
): Waiting | null {
  const waiting = useStore(home.editor.runs, ({ runs }) => {
    const open = runs.get(runId)?.live.waiting ?? [];
    return open.find(({ address, kind }) => address === wait && kind === 'approval') ?? null;
  });
  const isSame =
    waiting !== null && home.shown.facts.getState().steered?.proposal(wait)?.plan === proposal.plan;
  useEffect(() => {
    if (!isSame) dropProposal();
  }, [isSame]);
  return waiting;
}
