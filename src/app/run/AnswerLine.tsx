import { CircleCheck, CircleHelp, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { citedAnswer, cutText, isUnanswered, type RunView } from '#projection';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { IconButton } from '../parts/IconButton';
import { layoutStore } from '../state/layout';
import { useEditor, useSelection } from '../state/session';
import styles from './AnswerLine.module.css';
import { firstLine, splitOutputs } from './answerText';
import { textWithNumbers } from './citedText';
import { useShownRun, useView } from './runStore';

/** The answer, or why there is none, in one line beside the views, while the inspector shows something else. */
export function AnswerLine() {
  const editor = useEditor();
  const view = useView();
  const runId = useShownRun((run) => run?.runId ?? '');
  const selected = useSelection((selection) => selection.focus !== null);
  const hidden = useStore(layoutStore, ({ inspectorOpen, planTab }) => !inspectorOpen || planTab !== 'run');
  const [dismissed, setDismissed] = useState('');
  if (view === null || !(selected || hidden) || dismissed === runId) return null;
  const unanswered = isUnanswered(view);
  if (view.status !== 'completed' && !unanswered) return null;
  const read = () => {
    editor.select([]);
    layoutStore.setState({ inspectorOpen: true, planTab: 'run' });
  };
  return (
    <div className={cx(styles.line, unanswered && styles.unanswered)}>
      {unanswered ? <CircleHelp aria-hidden /> : <CircleCheck aria-hidden />}
      <p>{lineOf(view)}</p>
      <Button size="small" variant="outline" onClick={read}>
        {unanswered ? 'What I can answer' : 'Read the answer'}
      </Button>
      <IconButton icon={X} label="Hide the answer" onClick={() => setDismissed(runId)} />
    </div>
  );
}

function lineOf(view: RunView): string {
  if (view.error !== null) return view.error.message;
  const { main } = splitOutputs(view.outputs);
  if (main === null) return 'The plan is done.';
  const cited = citedAnswer(main, view);
  return cutText(firstLine(cited === null ? main : textWithNumbers(cited)), 160);
}
