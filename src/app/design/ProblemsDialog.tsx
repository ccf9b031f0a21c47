import { CircleCheck } from 'lucide-react';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import { problemKey } from '#plan';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { EmptyNote } from '../parts/Panel';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useProblems, useSession } from '../state/session';
import { ProblemActions, ProblemList, ProblemWords } from '../ui/ProblemList';

import { FixButtons } from './FixButtons';
import styles from './ProblemsDialog.module.css';
import { type ProblemGroup, problemGroups } from './problemNames';
import { isWithinReach, showProblem } from './showProblem';
import { useProblemWords } from './useProblemWords';

/** So many are in the page at first, and more each time that they are asked for: thousands would make it slow. */
const AT_ONCE = 100;

/** All problems of the workspace by what has them; each leads there, and offers what removes it (E4). */
export default function ProblemsDialog({ onClose }: DialogProps<'problems'>) {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const plans = useDocument(({ workspace }) => workspace.plans);
  const [shown, setShown] = useState(AT_ONCE);
  const groups = useMemo(
    () => problemGroups(diagnostics.slice(0, shown), plans),
    [diagnostics, plans, shown],
  );
  const [done, setDone] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const onDone = useCallback((text: string) => {
    setDone(text);
    // Its button goes with the problem; the keyboard goes on from here.
    status.current?.focus();
  }, []);
  const left = diagnostics.length - shown;
  return (
    <Dialog title="Problems" onClose={onClose}>
      <p ref={status} role="status" tabIndex={-1} className={styles.done}>
        {done}
      </p>
      {diagnostics.length === 0 && (
        <EmptyNote icon={CircleCheck}>No problem was found. The plan can run.</EmptyNote>
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} onClose={onClose} onDone={onDone} />
      ))}
      {left > 0 && (
        <Button size="small" variant="outline" onClick={() => setShown(shown + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {left}
        </Button>
      )}
    </Dialog>
  );
}

interface GroupProps {
  readonly group: ProblemGroup;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

function Group({ group, onClose, onDone }: GroupProps) {
  const session = useSession();
  const id = useId();
  const words = useProblemWords();
  const actions = useMemo(
    () => (problem: Diagnostic) => (
      <FixButtons key={problemKey(problem)} problem={problem} onLeave={onClose} onDone={onDone} />
    ),
    [onClose, onDone],
  );
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{group.title}</h3>
      <ProblemActions value={actions}>
        <ProblemWords value={words}>
          <ProblemList
            diagnostics={group.diagnostics}
            nameOf={() => ''}
            onJump={({ where }) => {
              onClose();
              showProblem(session, where);
            }}
            leads={({ where }) => isWithinReach(session, where)}
          />
        </ProblemWords>
      </ProblemActions>
    </section>
  );
}
