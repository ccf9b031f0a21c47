import { Hand, Wrench } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Diagnostic } from '#base';
import { applyFix, fixesOf } from '#editor';
import { mayBeFixed, problemKey } from '#plan';
import { inNames } from '#projection';
import { Button } from '../parts/Button';
import { whenIdle } from '../parts/browser';
import { say } from '../parts/Toasts';
import { sayThrown } from '../state/sayTrouble';
import { useEditor, useProblems, useSession } from '../state/session';
import styles from './FixButtons.module.css';

interface Props {
  readonly problem: Diagnostic;
  /** What has the problem is left for another place of the page. */
  readonly onLeave?: () => void;
  /** Says what came of it; in passing by default. */
  readonly onDone?: (text: string) => void;
}

/** The fixes of a problem, each a button that says what it does (E4), and the way to what only a person can say. */
export function FixButtons({ problem, onLeave, onDone = sayInPassing }: Props) {
  const session = useSession();
  const fixes = useFixes(problem);
  const isGuard = problem.code === 'GUARD_UNKNOWN' && problem.where.plan !== undefined;
  if (fixes.length === 0 && !isGuard) return null;
  return (
    <div className={styles.fixes}>
      {fixes.map((label) => (
        <Button
          key={label}
          size="small"
          variant="outline"
          icon={Wrench}
          aria-description={problem.message}
          onClick={() => {
            const isDone = applyFix(session.editor, problem, label);
            onDone(isDone ? `Fixed: ${label}.` : 'The plan has changed: that no longer helps.');
          }}
        >
          {label}
        </Button>
      ))}
      {isGuard && (
        <Button
          size="small"
          variant="outline"
          icon={Hand}
          aria-description={problem.message}
          onClick={() => {
            onLeave?.();
            import('../machine/answerByHand')
              .then(({ answerByHand }) => answerByHand(session, problem.where.plan ?? ''))
              .catch((thrown) => sayThrown(thrown, 'The simulation could not be shown.'));
          }}
        >
          Answer by hand
        </Button>
      )}
    </div>
  );
}

function sayInPassing(text: string): void {
  say({ tone: 'info', text });
}

/** The same as what `ProblemActions` asks for: beside the field that has the problem. */
export function fixButtons(problem: Diagnostic): ReactNode {
  return <FixButtons key={problemKey(problem)} problem={problem} />;
}

/** What can be done about a problem, found when there is time: each fix is tried on the document first. */
function useFixes(problem: Diagnostic): readonly string[] {
  const { editor } = useSession();
  const revision = useProblems((problems) => problems.revision);
  const [fixes, setFixes] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what helps is found anew after every change.
  useEffect(() => {
    if (!mayBeFixed(problem)) return;
    let isWanted = true;
    whenIdle().then(() => {
      if (isWanted) setFixes(fixesOf(editor, problem).map(({ label }) => label));
    });
    return () => {
      isWanted = false;
    };
  }, [editor, problem, revision]);
  return fixes;
}

/** How sentences of problems are said of the open workspace: with the names that people gave. */
export function useProblemWords(): (text: string, problem: Diagnostic) => string {
  const editor = useEditor();
  return useCallback(
    (text, { where }) =>
      inNames(
        text,
        editor.workspace.plans.find(({ id }) => id === where.plan),
      ),
    [editor],
  );
}
