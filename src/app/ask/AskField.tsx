import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { addPlanForSentence, changeQuestion, questionOf } from '#editor';
import type { CapabilityPlan } from '#plan';
import { nextTask } from '#runtime';
import { PlannedBy } from '../home/PlannedBy';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { launch } from '../run/launch';
import { adjustPlace } from '../state/address';
import { askedPlanStore } from '../state/layout';
import { sayThrown } from '../state/sayTrouble';
import { type Session, useDocument, useScene, useSession } from '../state/session';
import type { AskedPlace } from '../state/slots';
import styles from './AskField.module.css';
import { planningOf, useWorkingQuestions } from './questions';

/** The question field of a person's own data, and questions that have an answer there. */
export function AskField() {
  const session = useSession();
  const [question, setQuestion] = useKept('question', () => '');
  const { questions, areComing } = useWorkingQuestions();
  const place = useAskedPlace();
  return (
    <>
      <SentenceField
        focused
        placeholder="Your question, in your own words"
        value={question}
        onChange={setQuestion}
        onSubmit={() => ask(session, question)}
        action="Ask"
        icon={ArrowRight}
        disabled={question.trim() === ''}
      />
      <div className={styles.below}>
        {areComing ? (
          <RoomForOffers />
        ) : (
          <QuestionOffers label="Suggested questions" questions={questions} className={styles.offered} />
        )}
        <PlannedBy place={place} isOpen />
      </div>
    </>
  );
}

/** As much room as the questions take, so that nothing below moves when they come. */
function RoomForOffers() {
  return (
    <div aria-hidden className={styles.offered}>
      <span className={styles.coming} />
      <span className={styles.coming} />
      <span className={styles.coming} />
    </div>
  );
}

/** Questions that carry on from the one that was answered; each has an answer. The answer that is there stays in its plan. */
export function AskNext() {
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  const { questions } = useWorkingQuestions(asked);
  if (asked === null) return null;
  return <QuestionOffers label="Ask next" title="Ask next" questions={questions} className={styles.next} />;
}

interface Props {
  readonly label: string;
  readonly questions: readonly string[];
  readonly className: string | undefined;
  /** Shown before them; `label` says the same to those who hear it. */
  readonly title?: string;
}

/** Questions that have an answer, each asked by one click; nothing where there are none. */
function QuestionOffers({ label, questions, className, title }: Props) {
  const session = useSession();
  if (questions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are ways on.
    <div role="group" aria-label={label} className={className}>
      {title !== undefined && <span aria-hidden>{title}</span>}
      {questions.map((question) => (
        <button key={question} type="button" onClick={() => ask(session, question)}>
          <span>{question}</span>
          <ArrowRight aria-hidden />
        </button>
      ))}
    </div>
  );
}

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
