import { allNodes } from '#plan';
import type { PlanAgain } from '../command';
import type { Draft } from '../draft';
import type { AskAgain, RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { noteLeft } from '../scopes/frames';
import type { Frame } from '../state';
import { ask } from './ask';
import { anew, type Planning } from './planning';

/**
 * P2: the scope of a plan that is one step has come to rest, so its planner is asked for the next, until the plan has
 * as many as it may.
 *
 * @returns false where the plan is whole, and its scope ends
 */
export function askForNext(draft: Draft, frame: Frame): boolean {
  const { dynamic, parent } = frame;
  const planning = plannerOf(draft, frame, 'whenDone');
  if (!planning || !dynamic || parent === null) return false;
  const steps = [...allNodes(dynamic.body)].length;
  const { maxSteps = dynamic.maxSteps } = planning.request.limits;
  if (steps < Math.min(dynamic.maxSteps, maxSteps)) {
    askAgain(draft, parent, planning, dynamic.revision);
    return true;
  }
  draft.emit({ address: draft.active(parent).address, data: { steps }, kind: 'plan.full' });
  return false;
}

/**
 * P12: a step of a plan whose planner knows other ways has failed, so it is asked for one of them. The scope stays open
 * with what has finished.
 *
 * @returns false where the failure is the scope's (R8)
 */
export function askForOtherWay(draft: Draft, ref: NodeRef, error: RunError): boolean {
  const frame = draft.frame(ref.frame);
  const { dynamic, parent, active } = frame;
  const planning = plannerOf(draft, frame, 'whenFailed');
  // The plans of such planners are chains: nothing else runs when a step fails.
  if (!planning || !dynamic || parent === null || active.size > 0) return false;
  const { id, key } = draft.compiled(ref);
  noteLeft(draft, ref.frame, key, []);
  askAgain(draft, parent, planning, dynamic.revision, { step: id, error });
  return true;
}

/** The planning of a plan whose planner wants to be asked again then; null for any other scope. */
function plannerOf(draft: Draft, { dynamic, background }: Frame, when: AskAgain): Planning | null {
  if (dynamic === null || background !== null) return null;
  const proposal = draft.proposals.get(dynamic.hash);
  return proposal?.askAgain === when ? proposal.planning : null;
}

/** Its calls go on counting under its own address (K11). */
function askAgain(
  draft: Draft,
  executor: NodeRef,
  planning: Planning,
  revision: number,
  failed?: PlanAgain['failed'],
): void {
  const { address } = draft.active(executor);
  const again: PlanAgain = { executor: address, revision, ...(failed === undefined ? {} : { failed }) };
  ask(draft, executor, { ...anew(planning), again });
}
