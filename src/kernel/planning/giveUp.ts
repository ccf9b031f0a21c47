import { failNode } from '../completion';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import type { Planning } from './planning';

/**
 * A node fails for want of a plan, with all that it has open. Where the failure of a step was the reason to ask, that is
 * the error, and it says both (P12).
 */
export function giveUp(draft: Draft, ref: NodeRef, planning: Planning | null, error: RunError): void {
  const failed = planning?.again?.failed;
  failNode(draft, ref, failed === undefined ? error : withBoth(failed.error, error));
}

function withBoth(failure: RunError, noPlan: RunError): RunError {
  return { ...noPlan, code: failure.code, message: `${failure.message} ${noPlan.message}` };
}
