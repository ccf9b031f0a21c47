import { addPlanForSentence, changeQuestion } from '#editor';
import type { CapabilityPlan } from '#plan';
import { launch } from '../run/launch';
import { adjustPlace } from '../state/address';
import type { Session } from '../state/session';

/**
 * E8: asks what is in the workspace: the question becomes a plan beside the ones that are there, in one step of undo, and
 * runs where it can be watched.
 */
export function ask(session: Session, question: string): void {
  const plan = addPlanForSentence(session.editor, question);
  if (plan === null) return;
  adjustPlace({ view: 'canvas' });
  launch(session, {});
}

/** Asks again, in the same plan: with the question as it was, or with another in its place. */
export function askAgain(session: Session, plan: CapabilityPlan, question: string): void {
  changeQuestion(session.editor, plan, question);
  launch(session, { input: { question: question.trim() } });
}
