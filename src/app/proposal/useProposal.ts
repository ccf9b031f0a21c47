import { useMemo } from 'react';
import type { Proposal } from '#kernel';
import type { Waiting } from '#projection';
import { useRunFacts } from '../run/runStore';

/** The plan that waits, as the kernel holds it; null where this tab does not drive its run. */
export function useProposal(waiting: Waiting): Proposal | null {
  const steered = useRunFacts((facts) => facts.steered);
  return useMemo(() => steered?.proposal(waiting.address) ?? null, [steered, waiting]);
}
