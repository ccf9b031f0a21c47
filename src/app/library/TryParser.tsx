import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { TextArea } from '../parts/Input';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemNote';
import styles from './ItemDialog.module.css';
import { SAMPLE_REPLY, type Tried, tryParser } from './parsers';

/** A reply to try a parser on, and the steps that came of it; nothing runs. */
export function TryParser({ expression }: { readonly expression: string }) {
  const { catalogue } = useEditor();
  const [reply, setReply] = useState(SAMPLE_REPLY);
  const [tried, setTried] = useState<{ readonly of: string; readonly came: Tried } | null>(null);
  const now = JSON.stringify([expression, reply]);
  const tryIt = () => {
    void tryParser(expression, reply, catalogue).then((came) => setTried({ of: now, came }));
  };
  // What came of another text says nothing of this one.
  const came = tried?.of === now ? tried.came : null;
  return (
    <>
      <Field label="A reply to try it on">
        {(ids) => (
          <TextArea {...ids} mono rows={4} value={reply} onChange={({ target }) => setReply(target.value)} />
        )}
      </Field>
      <div>
        <Button size="small" icon={Play} onClick={tryIt}>
          Try it
        </Button>
      </div>
      <output className={styles.count} aria-label="What came of it">
        {came?.kind === 'plan' && words(came)}
        {came?.kind === 'refused' && <ProblemNote problem={came.problem} />}
      </output>
    </>
  );
}

function words({ steps, injects }: Extract<Tried, { kind: 'plan' }>): string {
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const variables = injects.length === 0 ? '' : ` It injects ${injects.join(', ')}.`;
  return `A plan of ${count}: ${steps.join(', ')}.${variables}`;
}
