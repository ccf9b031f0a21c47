import { ArrowRight, ChevronRight, CircleHelp, KeyRound, type LucideIcon, Plug, Upload } from 'lucide-react';
import { useId, useMemo } from 'react';
import { questionOf } from '#editor';
import { isUnanswered, type RunView, refusedModelOf } from '#projection';
import { diagnosticOf } from '#runtime';
import { wayToModel } from '../home/wayToModel';
import { AnswerFrame } from '../run/AnswerFrame';
import { openDialog } from '../state/dialogs';
import { useScene, useSession } from '../state/session';
import { askedOver } from '../state/slots';
import { useVault } from '../state/useConnections';
import { ProblemNote } from '../ui/ProblemNote';
import { AskAgain } from './AskAgain';
import { askAgain } from './ask';
import { ColumnRepairs } from './ColumnRepairs';
import styles from './NotAnswered.module.css';
import { useAskedPlace } from './useAskedPlace';
import { useWorkingQuestions } from './useWorkingQuestions';

/** E8: a question without an answer, because nothing could plan it or its plan failed: why, questions that work, and the ways on. */
export function NotAnswered({ view }: { readonly view: RunView }) {
  const { error } = view;
  const session = useSession();
  const place = useAskedPlace();
  const plan = useScene((scene) => scene.plan);
  const { vault } = session.storage;
  const refused = useMemo(() => refusedModelOf(view), [view]);
  const asked = useVault(vault, () =>
    refused === null ? null : askedOver(vault, { ...place, model: refused }),
  );
  if (error === null) return null;
  const isBeyond = isUnanswered({ error });
  /** What the built-in planner did not understand, the model that was just connected is asked. */
  const askModel = () => {
    const question = plan && questionOf(plan);
    if (question) void askAgain(session, plan, question);
  };
  return (
    <AnswerFrame icon={CircleHelp} title="Not answered yet" tone="wait">
      <AskAgain />
      {isBeyond ? (
        <p className={styles.why}>{error.message}</p>
      ) : (
        <ProblemNote problem={diagnosticOf(error)} />
      )}
      {isBeyond && error.code === 'PLAN_DECLINED' && <p>{error.help}</p>}
      <ColumnRepairs />
      <WorkingQuestions />
      <h3 className={styles.title}>Or continue another way</h3>
      <div className={styles.ways}>
        <Way
          icon={Upload}
          title="Use my data"
          about="Drop, pick or paste a file"
          onClick={() => openDialog({ kind: 'import' })}
        />
        {asked !== null ? (
          <Way
            icon={KeyRound}
            title={asked.hasKey ? 'Replace the key' : 'Add a key'}
            about={`The model at ${asked.origin} did not accept the last call`}
            onClick={() => openDialog({ kind: 'settings', section: 'connections', connection: asked.id })}
          />
        ) : (
          <Way
            icon={Plug}
            title="Connect a model"
            about="For questions beyond tables and documents"
            onClick={() => openDialog(wayToModel(vault, place, true, askModel))}
          />
        )}
      </div>
      {isBeyond && error.code === 'CANNOT_PLAN' && error.help && (
        <details className={styles.help}>
          <summary>What the built-in planner can answer</summary>
          <p>{error.help}</p>
        </details>
      )}
    </AnswerFrame>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly onClick: () => void;
}

function Way({ icon: Icon, title, about, onClick }: WayProps) {
  const id = useId();
  return (
    <div className={styles.way}>
      <Icon aria-hidden />
      <span>
        <button type="button" aria-describedby={id} onClick={onClick}>
          {title}
        </button>
        <small id={id}>{about}</small>
      </span>
      <ChevronRight aria-hidden />
    </div>
  );
}

function WorkingQuestions() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const questions = useWorkingQuestions(plan === null ? null : questionOf(plan));
  if (plan === null || questions.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>Questions that work right now</h3>
      <ul className={styles.list}>
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className={styles.question}
              onClick={() => askAgain(session, plan, question)}
            >
              <span>{question}</span>
              <ArrowRight aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
