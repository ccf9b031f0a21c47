import { useMemo } from 'react';
import { useStore } from 'zustand';
import { addPlanForSentence, changeQuestion } from '#editor';
import type { CapabilityPlan } from '#plan';
import { nextTask } from '#runtime';
import { launch } from '../run/launch';
import { adjustPlace } from '../state/address';
import { askedPlanStore } from '../state/layout';
import { sayThrown } from '../state/sayTrouble';
import { type Session, useDocument, useSession } from '../state/session';
import type { AskedPlace } from '../state/slots';
import { planningOf } from './questions';

/**
 * E8: asks what is in the workspace: the question becomes a plan beside the ones that are there, in one step of undo, and
 * runs where it can be watched.
 */
export function ask(session: Session, question: string): Promise<void> {
  return oneAtATime(session, async () => {
    const planning = await planningOf(session, question);
    if (session.closed.aborted) return;
    const plan = addPlanForSentence(session.editor, question, planning);
    if (plan === null) return;
    askedPlanStore.setState({ workspace: session.id, plan: plan.id });
    adjustPlace({ view: 'canvas' });
    await launch(session, {});
  });
}

/** Asks again, in the same plan: with the question as it was, or with another in its place. */
export function askAgain(session: Session, plan: CapabilityPlan, question: string): Promise<void> {
  return oneAtATime(session, async () => {
    const planning = await planningOf(session, question);
    if (session.closed.aborted) return;
    changeQuestion(session.editor, plan, question, planning);
    await launch(session, { input: { question: question.trim() } });
  });
}

const asking = new WeakSet<Session>();

/** Enter that is pressed twice asks once: what is asked before the question has become a run, or a dialog, is not asked. */
async function oneAtATime(session: Session, work: () => Promise<void>): Promise<void> {
  if (asking.has(session)) return;
  asking.add(session);
  try {
    await work();
    // The field that was asked in is gone by then.
    await nextTask();
  } catch (thrown) {
    if (!session.closed.aborted) sayThrown(thrown, 'The question could not be asked.');
  } finally {
    asking.delete(session);
  }
}

/** The open workspace, as far as it decides which model is asked in it. */
export function useAskedPlace(): AskedPlace {
  const { id, state } = useSession();
  const madeHere = useStore(state, (now) => now.madeHere);
  const model = useDocument(({ workspace }) => workspace.models[0]) ?? null;
  return useMemo(() => ({ id, madeHere, model }), [id, madeHere, model]);
}
