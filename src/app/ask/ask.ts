import { addPlanForSentence, changeQuestion } from '#editor';
import type { CapabilityPlan } from '#plan';
import { launch } from '../run/launch';
import { adjustPlace } from '../state/address';
import { askedPlanStore } from '../state/layout';
import type { Session } from '../state/session';
import { planningOf } from './planningOf';

/**
 * E8: asks what is in the workspace: the question becomes a plan beside the ones that are there, in one step of undo, and
 * runs where it can be watched.
 */
export async function ask(session: Session, question: string): Promise<void> {
  const planning = await planningOf(session, question);
  if (session.closed.aborted) return;
  const plan = addPlanForSentence(session.editor, question, planning);
  if (plan === null) return;
  askedPlanStore.setState({ workspace: session.id, plan: plan.id });
  adjustPlace({ view: 'canvas' });
  launch(session, {});
}

/** Asks again, in the same plan: with the question as it was, or with another in its place. */
export async function askAgain(session: Session, plan: CapabilityPlan, question: string): Promise<void> {
  const planning = await planningOf(session, question);
  if (session.closed.aborted) return;
  changeQuestion(session.editor, plan, question, planning);
  launch(session, { input: { question: question.trim() } });
}
