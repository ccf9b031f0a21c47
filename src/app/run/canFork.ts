import type { AttachedRun } from '#editor';

/** Whether a run can be forked (D3): it was no simulation, and its ledger is whole. */
export function canFork({ live: { started } }: AttachedRun): boolean {
  return started !== null && started.simulated !== true && started.reduced === undefined;
}
