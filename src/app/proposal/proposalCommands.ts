import type { Waiting } from '#projection';
import type { PageCommands } from '../commands/give';
import { say } from '../parts/Toasts';
import { answerWait } from '../run/runStore';
import { runsHere } from '../run/runsOfPage';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { answerOfPlan } from './changePlan';
import { editedPlanOf } from './editedProposal';

export const PROPOSAL_COMMANDS: PageCommands = { 'plan.change': changeOpenPlan };

/** D9: asks what shall be different about the plan that is open. What came from outside is not sent anywhere before it is trusted (T1). */
function changeOpenPlan(session: Session): void {
  const { open, readOnly } = session.editor.scene.getState();
  if (open === null || readOnly) {
    say({ tone: 'info', text: 'Only a plan that can be edited can be changed by a sentence.' });
    return;
  }
  if (!runsHere()) return;
  const isTrusted = session.state.getState().trusted;
  if (isTrusted) openDialog({ kind: 'changePlan', plan: open, of: open });
  else openDialog({ kind: 'trust', next: () => changeOpenPlan(session) });
}

/** Says yes to a plan that waits, as it is or as it was edited (L10). */
export function approvePlan(session: Session, waiting: Waiting): void {
  const plan = editedPlanOf(session, waiting);
  answerWait(waiting.address, {
    decision: 'approve',
    ...(plan === undefined ? {} : { plan: answerOfPlan(plan) }),
  });
}

/** Asks its planner for another, perhaps in words about the plan as it was edited (D9). */
export function askForAnother(session: Session, waiting: Waiting, words: string): void {
  const plan = editedPlanOf(session, waiting);
  const said = words.trim();
  const about = said === '' || plan === undefined ? {} : { plan: answerOfPlan(plan) };
  answerWait(waiting.address, { decision: 'another', ...(said === '' ? {} : { reason: said }), ...about });
}
