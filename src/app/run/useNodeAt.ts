import type { Address } from '#base';
import type { PlanNode } from '#plan';
import { nodeAtAddress } from '#projection';
import { useRun } from './runStore';

/** The node that stands at an address of the shown run, from the run's own closure (K5). */
export function useNodeAt(address: Address): PlanNode | null {
  return useRun((run) => {
    if (!run) return null;
    const main = run.view.started?.closure.plans[0];
    return nodeAtAddress(address, main?.kind === 'capability' ? main : null, run.view);
  });
}
