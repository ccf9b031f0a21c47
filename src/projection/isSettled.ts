import type { NodeStatus } from './runView';

/** Whether a node of this status will do nothing more in its scope (R2). */
export function isSettled(status: NodeStatus | null): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'skipped' || status === 'cancelled';
}
