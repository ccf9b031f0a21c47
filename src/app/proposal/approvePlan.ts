import type { Address } from '#base';
import { answerWait } from '../run/runActions';
import { editedPlanAt } from './editedProposal';
import { answerOfPlan } from './planOfProposal';

/** Says yes to a plan that waits, as it is or as it was edited (L10). */
export function approvePlan(wait: Address): void {
  const plan = editedPlanAt(wait);
  answerWait(wait, { decision: 'approve', ...(plan === undefined ? {} : { plan: answerOfPlan(plan) }) });
}

/** Asks its planner for another, perhaps in words about the plan as it was edited (D9). */
export function askForAnother(wait: Address, words: string): void {
  const plan = editedPlanAt(wait);
  const said = words.trim();
  const about = said === '' || plan === undefined ? {} : { plan: answerOfPlan(plan) };
  answerWait(wait, { decision: 'another', ...(said === '' ? {} : { reason: said }), ...about });
}
