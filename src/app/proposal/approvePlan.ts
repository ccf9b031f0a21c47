import type { Waiting } from '#projection';
import { answerWait } from '../run/runActions';
import { editedPlanOf } from './editedProposal';
import { answerOfPlan } from './planOfProposal';

/** Says yes to a plan that waits, as it is or as it was edited (L10). */
export function approvePlan(waiting: Waiting): void {
  const plan = editedPlanOf(waiting);
  answerWait(waiting.address, {
    decision: 'approve',
    ...(plan === undefined ? {} : { plan: answerOfPlan(plan) }),
  });
}

/** Asks its planner for another, perhaps in words about the plan as it was edited (D9). */
export function askForAnother(waiting: Waiting, words: string): void {
  const plan = editedPlanOf(waiting);
  const said = words.trim();
  const about = said === '' || plan === undefined ? {} : { plan: answerOfPlan(plan) };
  answerWait(waiting.address, { decision: 'another', ...(said === '' ? {} : { reason: said }), ...about });
}
