import type { TableSteps } from '#capabilities';
import type { Storage } from '#storage';

const known = new WeakMap<Storage, TableSteps>();

/** What works on steps over large tables in this page: one worker for all runs. Null where there are no workers. */
export function stepsOfPage(
  storage: Storage,
  stepsInWorker: (blobs: Storage['blobs']) => TableSteps,
): TableSteps | null {
  if (typeof Worker === 'undefined') return null;
  const steps = known.get(storage) ?? stepsInWorker(storage.blobs);
  known.set(storage, steps);
  return steps;
}
