import { CircleHelp, Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { JsonObject } from '#base';
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
import { WhyAnswer } from './WhyAnswer';

interface Props {
  /** The answer; null where the run gave only values. */
  readonly text: string | null;
  readonly outputs: JsonObject;
  /** Whether it has rows, which are saved from their table. */
  readonly isTable: boolean;
  readonly steps: readonly AnswerStep[];
}

/** What can be done with an answer: taken along, and looked behind. */
export function AnswerActions({ text, outputs, isTable, steps }: Props) {
  const { storage } = useSession();
  const id = useId();
  const [isExplained, setExplained] = useState(false);
  const hasOutputs = Object.keys(outputs).length > 0;
  if (!hasOutputs && steps.length === 0) return null;
  return (
    <>
      <div className={styles.actions}>
        {hasOutputs && (
          <Button variant="outline" icon={Copy} onClick={() => void copyAnswer(outputs, storage)}>
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

async function copyAnswer(outputs: JsonObject, storage: Storage): Promise<void> {
  try {
    await navigator.clipboard.writeText(await answerMarkdown(outputs, tablesOfPage(storage)));
    say({ tone: 'ok', text: 'The answer is copied, its table as Markdown.' });
  } catch (thrown) {
    sayThrown(thrown, 'The answer could not be copied. Select it, and copy it by hand.');
  }
}
