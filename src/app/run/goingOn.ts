import { type Address, depthOf, isWithin } from '#base';
import type { AttachedRun } from '#editor';
import { callerOf, isUnanswered, type Names, type RunView } from '#projection';
import type { StaleBecause } from '#runtime';

/** Whether a run can be forked (D3): it was no simulation, and its ledger is whole. */
export function canFork({ live: { started } }: AttachedRun): boolean {
  return started !== null && started.simulated !== true && started.reduced === undefined;
}

/** Whether something of a run is left to be done again (D1): it failed or was cancelled, and it was no simulation. */
export function canRetry({ live }: Pick<AttachedRun, 'live'>): boolean {
  if (live.started === null || live.started.simulated) return false;
  return live.status === 'cancelled' || (live.status === 'failed' && !isUnanswered(live));
}

/** The innermost node that failed last: containers fail because of it. A call inside a node is told by the node. */
export function culpritOf(view: RunView): Address | null {
  let found: Address | null = null;
  let depth = -1;
  for (const record of view.nodes.values()) {
    const own = depthOf(record.address);
    if (record.status === 'failed' && own >= depth && callerOf(record.address, view) === null) {
      found = record.address;
      depth = own;
    }
  }
  return found;
}

/** D11: why the result of a step is stale, in words that end a sentence or are one. */
export function whyStale(address: Address, because: StaleBecause, nameOf: Names): string {
  switch (because.kind) {
    case 'definition':
      return 'its definition has changed';
    case 'settings':
      return 'its definition has changed, but not what it asks: its answer is used again';
    case 'named':
      return `the ${because.what} “${because.name}” has changed`;
    case 'pin':
      return 'it is pinned differently now';
    case 'input':
      return 'its input has changed';
    case 'unreached':
      return 'the run would no longer reach it';
    case 'before': {
      const step = `“${nameOf(because.step)}”`;
      return isWithin(because.step, address)
        ? `${step} in it is called again`
        : `its input may change, because ${step} is called again`;
    }
  }
}
