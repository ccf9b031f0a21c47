import { CircleHelp, Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { AnswerStep } from '#projection';
import type { Storage } from '#storage';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/saveFile';
import { say } from '../parts/Toasts';
import { sayThrown } from '../state/sayTrouble';
import { useSession } from '../state/session';
import { tablesOfPage } from '../tables/stored/tablesOfPage';
import styles from './Answer.module.css';
import { answerMarkdown } from './answerMarkdown';
import type { AnswerParts } from './answerText';
import { WhyAnswer } from './WhyAnswer';

interface Props {
  /** What is taken along. */
  readonly answer: AnswerParts;
  /** Whether it has rows, which are saved from their table. */
  readonly isTable: boolean;
  readonly steps: readonly AnswerStep[];
}

/** What can be done with an answer: taken along, and looked behind. */
export function AnswerActions({ answer, isTable, steps }: Props) {
  const { storage } = useSession();
  const id = useId();
  const [isExplained, setExplained] = useState(false);
  const { main: text, rest } = answer;
  const hasOutputs = text !== null || rest.length > 0;
  if (!hasOutputs && steps.length === 0) return null;
  return (
    <>
      <div className={styles.actions}>
        {hasOutputs && (
          <Button variant="outline" icon={Copy} onClick={() => void copyAnswer(answer, storage)}>
            Copy
          </Button>
        )}
        {text !== null && !isTable && (
          <Button
            variant="outline"
            icon={Download}
            onClick={() => saveFile('answer.md', text, 'text/markdown')}
          >
            Save as Markdown
          </Button>
        )}
        {steps.length > 0 && (
          <Button
            variant="outline"
            icon={CircleHelp}
            aria-expanded={isExplained}
            aria-controls={id}
            onClick={() => setExplained(!isExplained)}
          >
            Explain
          </Button>
        )}
      </div>
      {isExplained && <WhyAnswer id={id} steps={steps} />}
    </>
  );
}

async function copyAnswer(answer: AnswerParts, storage: Storage): Promise<void> {
  try {
    await navigator.clipboard.writeText(await answerMarkdown(answer, tablesOfPage(storage)));
    say({ tone: 'ok', text: 'The answer is copied, its table as Markdown.' });
  } catch (thrown) {
    sayThrown(thrown, 'The answer could not be copied. Select it, and copy it by hand.');
  }
}
