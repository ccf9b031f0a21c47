import { CircleCheck, Copy } from 'lucide-react';
import type { RunView } from '#projection';
import { AskAgain } from '../ask/AskAgain';
import { Button } from '../parts/Button';
import { JsonView } from '../parts/JsonView';
import { Markdown } from '../parts/Markdown';
import { say } from '../parts/Toasts';
import { sayThrown } from '../state/sayTrouble';
import styles from './Answer.module.css';
import { AnswerFrame } from './AnswerFrame';
import { factsOf, splitOutputs } from './answerText';

/** What the run came to: the answer as text, the other outputs as values, and who planned it (A5, P10). */
export function Answer({ view }: { readonly view: RunView }) {
  const { main, rest } = splitOutputs(view.outputs);
  return (
    <AnswerFrame icon={CircleCheck} title="Answer" tone="ok">
      {main !== null && <Markdown text={main} className={styles.main} />}
      {rest.map(([name, value]) => (
        <div key={name} className={styles.output}>
          <h4>{name}</h4>
          {typeof value === 'string' ? <Markdown text={value} /> : <JsonView value={value} />}
        </div>
      ))}
      {main === null && rest.length === 0 && (
        <p className={styles.facts}>The plan is done. It gives nothing back.</p>
      )}
      <p className={styles.facts}>{factsOf(view)}</p>
      <div className={styles.actions}>
        {main !== null && <CopyAnswer text={main} />}
        <AskAgain label="Ask again" />
      </div>
    </AnswerFrame>
  );
}

function CopyAnswer({ text }: { readonly text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say({ tone: 'ok', text: 'The answer is copied, its table as Markdown.' });
    } catch (thrown) {
      sayThrown(thrown, 'The answer could not be copied. Select it, and copy it by hand.');
    }
  };
  return (
    <Button variant="outline" icon={Copy} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
