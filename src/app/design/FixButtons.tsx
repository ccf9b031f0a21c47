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
            import('../machine/simulation')
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

/** What can be done about a problem, found when there is time: each fix is tried on the document first, one in a task. */
function useFixes(problem: Diagnostic): readonly string[] {
  const { editor } = useSession();
  const revision = useProblems((problems) => problems.revision);
  const [fixes, setFixes] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what helps is found anew after every change.
  useEffect(() => {
    if (!mayBeFixed(problem)) return;
    const left = new AbortController();
    void foundWhenIdle(fixesOf(editor, problem), left.signal).then((found) => {
      if (!left.signal.aborted) setFixes(found.map(({ label }) => label));
    });
    return () => left.abort();
  }, [editor, problem, revision]);
  return fixes;
}

/** What steps of a search find, each taken when the page is idle, so that keys and clicks come between them. */
async function foundWhenIdle<Found>(
  steps: Iterator<Found | null>,
  left: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  while (!left.aborted) {
    await whenIdle();
    const step = left.aborted ? null : steps.next();
    if (step === null || step.done) break;
    if (step.value !== null) found.push(step.value);
  }
  return found;
}

/** How sentences of problems are said of the open workspace: with the names of its cards. */
export function useProblemWords(): (text: string, problem: Diagnostic) => string {
  const editor = useEditor();
  return useCallback(
    (text, { where }) =>
      inNames(
        text,
        editor.workspace.plans.find(({ id }) => id === where.plan),
        editor.catalogue,
      ),
    [editor],
  );
}
