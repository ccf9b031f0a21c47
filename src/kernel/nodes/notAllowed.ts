import { MESSAGE_CAPABILITY } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { dynamicAround } from '../variables';

/** I7: whatever a plan of a planner says, it calls nothing that its planner was not allowed. */
export function notAllowed(draft: Draft, ref: NodeRef, capability: string): RunError | null {
  const dynamic = dynamicAround(draft, draft.frame(ref.frame))?.dynamic;
  if (!dynamic || capability === MESSAGE_CAPABILITY.id || dynamic.tools.includes(capability)) return null;
  return {
    code: 'CAPABILITY_NOT_ALLOWED',
    message: `This plan may not call "${capability}".`,
    help: 'Add it to the tools of the planner and of the plan executor.',
  };
}
