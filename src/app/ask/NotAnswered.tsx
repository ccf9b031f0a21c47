import { CircleHelp, Plug, Upload } from 'lucide-react';
import type { RunView } from '#projection';
import { Button } from '../parts/Button';
import { AnswerFrame } from '../run/AnswerFrame';
import { openDialog } from '../state/dialogs';
import { useScene, useSession } from '../state/session';
import { AskAgain } from './AskAgain';
import { askAgain } from './ask';
import styles from './NotAnswered.module.css';
import { useWorkingQuestions } from './useWorkingQuestions';

/** Whether a run ended because its question is beyond the planner. */
export function isUnanswered({ error }: RunView): boolean {
  return error?.code === 'CANNOT_PLAN';
}

/** E8: a question that the built-in planner does not answer: why, questions that work, and the ways on. */
export function NotAnswered({ view: { error } }: { readonly view: RunView }) {
  if (error === null) return null;
  return (
    <AnswerFrame icon={CircleHelp} title="Not answered yet" tone="wait">
      <p className={styles.why}>{error.message}</p>
      <div className={styles.ways}>
        <AskAgain label="Edit question" />
      </div>
      <WorkingQuestions />
      <div className={styles.ways}>
        <Button variant="outline" icon={Upload} onClick={() => openDialog({ kind: 'import' })}>
          Use my data
        </Button>
        <Button
          variant="outline"
          icon={Plug}
          onClick={() => openDialog({ kind: 'settings', section: 'models' })}
        >
          Connect a model
        </Button>
      </div>
      {error.help && <p className={styles.help}>{error.help}</p>}
    </AnswerFrame>
  );
}

function WorkingQuestions() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const questions = useWorkingQuestions();
  if (plan === null || questions.length === 0) return null;
  return (
    <>
      <h4 className={styles.title}>Questions that work right now</h4>
      <ul className={styles.list}>
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className={styles.question}
              onClick={() => askAgain(session, plan, question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
