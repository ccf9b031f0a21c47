import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { cutText, type RunView } from '#projection';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { layoutStore } from '../state/layout';
import { useEditor, useSelection } from '../state/session';
import styles from './AnswerLine.module.css';
import { firstLine, splitOutputs } from './answerText';
import { useShownRun, useView } from './runStore';

/** The answer in one line beside the views, while the inspector shows something else. */
export function AnswerLine() {
  const editor = useEditor();
  const view = useView();
  const runId = useShownRun((run) => run?.runId ?? '');
  const selected = useSelection((selection) => selection.focus !== null);
  const hidden = useStore(layoutStore, ({ inspectorOpen, planTab }) => !inspectorOpen || planTab !== 'run');
  const [dismissed, setDismissed] = useState('');
  if (view?.status !== 'completed' || !(selected || hidden) || dismissed === runId) return null;
  const read = () => {
    editor.select([]);
    layoutStore.setState({ inspectorOpen: true, planTab: 'run' });
  };
  return (
    <div className={styles.line}>
      <CircleCheck aria-hidden />
      <p>{lineOf(view)}</p>
      <Button size="small" variant="outline" onClick={read}>
        Read the answer
      </Button>
      <IconButton icon={X} label="Hide the answer" onClick={() => setDismissed(runId)} />
    </div>
  );
}

function lineOf({ outputs }: RunView): string {
  const { main } = splitOutputs(outputs);
  return main === null ? 'The plan is done.' : cutText(firstLine(main), 160);
}
