import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { cancelFrame } from '../scopes/cancelScope';
import { failNode } from '../settle';
import { scopeOpenIn } from '../state';
import type { Planning } from './planning';

/**
 * A node fails for want of a plan. A scope that its executor has open is closed; where the failure of a step was the
 * reason to ask, that is the error, and it says both (P12).
 */
export function giveUp(draft: Draft, ref: NodeRef, planning: Planning | null, error: RunError): void {
  const inside = scopeOpenIn(draft.active(ref).work);
  if (inside !== null) cancelFrame(draft, inside);
  const failed = planning?.again?.failed;
  failNode(draft, ref, failed === undefined ? error : withBoth(failed.error, error));
}

function withBoth(failure: RunError, noPlan: RunError): RunError {
  return { ...noPlan, code: failure.code, message: `${failure.message} ${noPlan.message}` };
}
