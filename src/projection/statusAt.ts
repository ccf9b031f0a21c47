import type { Address } from '#base';
import { ownerOf } from './addresses';
import { isSettled } from './isSettled';
import type { NodeRecord, NodeStatus, RunView } from './runView';

/**
 * What a node reads at this position (D6). A node that no entry has named is pending, or skipped when the scope
 * that it lies in has closed (R18).
 *
 * @param address of the node, without attempt
 */
export function statusAt(view: RunView, address: Address): NodeStatus {
  const status = view.nodes.get(address)?.status;
  if (status !== undefined && status !== 'pending') return status;
  return isClosed(view, ownerOf(address)) ? 'skipped' : 'pending';
}

/** Whether nothing can start any more in the scope of `owner`; null is the run itself. */
function isClosed(view: RunView, owner: Address | null): boolean {
  if (owner === null) return view.endedAt !== null;
  const record = view.nodes.get(owner);
  if (record === undefined) return isClosed(view, ownerOf(owner));
  return isSettled(record.status);
}

/**
 * The same view of a run whose host is gone, or that was taken up and waits for "Resume" (K6): what was being worked at is
 * lost, so it reads paused, and so does the run: (interrupted), or why it was paused before. A run that has ended, or that
 * never began, stays as it is.
 */
export function asInterrupted(view: RunView): RunView {
  if (view.started === null || view.endedAt !== null) return view;
  const nodes = new Map<Address, NodeRecord>();
  for (const [address, record] of view.nodes) {
    const working = record.status === 'running' || record.status === 'retrying';
    nodes.set(address, working ? { ...record, status: 'paused' } : record);
  }
  return { ...view, status: 'paused', pausedBecause: view.pausedBecause ?? 'interrupted', nodes };
}
