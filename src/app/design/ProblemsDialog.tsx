import { CircleCheck, Hand, Wrench } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import { applyFix, fixesOf } from '#editor';
import { mayBeFixed, type Plan, problemKey } from '#plan';
import { namesIn } from '#projection';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { EmptyNote } from '../parts/EmptyNote';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { useDocument, useProblems, useSession } from '../state/session';
import { whenIdle } from '../state/whenIdle';
import { ProblemList } from '../ui/ProblemList';
import { ProblemActions, ProblemWords } from '../ui/ProblemNote';
import styles from './ProblemsDialog.module.css';
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

/** Problems of one node, one state, one plan, or of what all plans share. */
export interface ProblemGroup {
  readonly key: string;
  readonly title: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems by what has them, under the names that people gave (T8), in the order in which they were found. */
export function problemGroups(
  diagnostics: readonly Diagnostic[],
  plans: readonly Plan[],
): readonly ProblemGroup[] {
  const groups = new Map<string, Omit<ProblemGroup, 'key' | 'diagnostics'> & { diagnostics: Diagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const { plan: planId = '', node = '' } = diagnostic.where;
    const key = `${planId}/${node}`;
    const group = groups.get(key) ?? {
      title: titleOfGroup(diagnostic, plans),
      diagnostics: [],
    };
    group.diagnostics.push(diagnostic);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function titleOfGroup({ where }: Diagnostic, plans: readonly Plan[]): string {
  const plan = plans.find(({ id }) => id === where.plan);
  const planName = plan?.name ?? where.plan ?? 'Workspace';
  const name = where.node === undefined || plan === undefined ? undefined : namesIn(plan).get(where.node);
  if (name === undefined) return planName;
  return plans.length > 1 ? `${name} in ${planName}` : name;
}
