import type { GraphEdge } from './graph';
import { isSettled } from './isSettled';
import type { NodeRecord, NodeStatus } from './runView';

/** In a SYNC GROUP the next child follows every success and every `continue`, whatever port it chose (R5). */
export function isTaken(record: NodeRecord | undefined, port: string, ordered: boolean): boolean {
  if (record === undefined || !isSettled(record.status)) return false;
  return ordered ? record.status === 'succeeded' : record.ports.includes(port);
}

/** How an edge is drawn, by how its ends stand. */
export function edgeState(
  record: NodeRecord | undefined,
  port: string,
  from: NodeStatus,
  to: NodeStatus,
  ordered: boolean,
): GraphEdge['state'] {
  if (isTaken(record, port, ordered)) return isSettled(to) ? 'taken' : 'live';
  if (isSettled(from)) return 'dead';
  if (from === 'planned' || to === 'planned') return 'planned';
  return to === 'skipped' || to === 'cancelled' ? 'dead' : 'idle';
}
