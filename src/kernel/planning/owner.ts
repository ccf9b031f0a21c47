import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Planning } from './planning';

/** The planning that an active node is busy with, a PLANNER's own or one that an executor asked for again. */
export function planningOf(draft: Draft, ref: NodeRef): Planning | null {
  const { work } = draft.active(ref);
  return work.kind === 'planning' ? work.planning : null;
}
