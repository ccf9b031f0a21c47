import { CircleCheck } from 'lucide-react';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Diagnostic, Where } from '#base';
import { chooseTransition } from '#editor';
import {
  allNodes,
  type Catalogue,
  findState,
  type Plan,
  problemKey,
  type StateMachinePlan,
  transitionsOf,
  type Workspace,
} from '#plan';
import { namesIn } from '#projection';
import { goToField } from '../forms/FieldAt';
import { showMachineTab } from '../machine/simulation';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { EmptyNote } from '../parts/Panel';
import { showNode, whenDrawn } from '../state/canvas';
import { type DialogProps, type OpenDialog, openDialog } from '../state/dialogs';
import { layoutStore, PHONE } from '../state/layout';
import { type Session, useCatalogue, useDocument, useProblems, useSession } from '../state/session';
import { ProblemActions, ProblemList, ProblemWords } from '../ui/ProblemList';
import { itemPath } from './changes';
import { FixButtons, useProblemWords } from './FixButtons';
import styles from './ProblemsDialog.module.css';

/** So many are in the page at first, and more each time that they are asked for: thousands would make it slow. */
const AT_ONCE = 100;

/** All problems of the workspace by what has them; each leads there, and offers what removes it (E4). */
export default function ProblemsDialog({ onClose }: DialogProps<'problems'>) {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const plans = useDocument(({ workspace }) => workspace.plans);
  const catalogue = useCatalogue();
  const [shown, setShown] = useState(AT_ONCE);
  const groups = useMemo(
    () => problemGroups(diagnostics.slice(0, shown), plans, catalogue),
    [diagnostics, plans, shown, catalogue],
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
  catalogue: Catalogue,
): readonly ProblemGroup[] {
  const groups = new Map<string, Omit<ProblemGroup, 'key' | 'diagnostics'> & { diagnostics: Diagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const { plan: planId = '', node = '' } = diagnostic.where;
    const key = `${planId}/${node}`;
    const group = groups.get(key) ?? {
      title: titleOfGroup(diagnostic, plans, catalogue),
      diagnostics: [],
    };
    group.diagnostics.push(diagnostic);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function titleOfGroup({ where }: Diagnostic, plans: readonly Plan[], catalogue: Catalogue): string {
  const plan = plans.find(({ id }) => id === where.plan);
  const planName = plan?.name ?? where.plan ?? 'Workspace';
  const name =
    where.node === undefined || plan === undefined ? undefined : namesIn(plan, catalogue).get(where.node);
  if (name === undefined) return planName;
  return plans.length > 1 ? `${name} in ${planName}` : name;
}

/** What has a problem, and where its fields are: workspace and owner, as `FieldAt` has it. */
interface Way {
  readonly path: string;
  readonly open: () => void;
}

/** Whether there is a way to where a problem is. */
export function isWithinReach(session: Session, where: Where): boolean {
  return wayTo(session, where) !== null;
}

/**
 * Goes to what a problem is about (E4), by its place alone: what has it is opened and chosen, and the field that it
 * points to gets the focus, unfolded and in view.
 */
export function showProblem(session: Session, where: Where): void {
  const way = wayTo(session, where);
  if (way === null) return;
  way.open();
  const { field, offset } = where;
  if (field !== undefined && field !== '') goToField(`${way.path}${field}`, offset);
}

function wayTo(session: Session, where: Where): Way | null {
  const { editor } = session;
  if (where.plan === undefined) return wayToItem(session.id, editor.workspace, where.field ?? '');
  const plan = editor.workspace.plans.find(({ id }) => id === where.plan);
  if (plan === undefined) return null;
  if (plan.kind === 'state-machine') return wayInMachine(session, plan, where);
  if (where.node === undefined) return wayToPlan(session, plan);
  const placed = [...allNodes(plan)].find(({ node }) => node.id === where.node);
  if (placed === undefined) return null;
  const key = `${placed.bodies.map((id) => `/${id}`).join('')}/${placed.node.id}`;
  return {
    path: `${session.id}/${plan.id}${key}`,
    open: () => {
      leaveOldRun(session);
      showNode(editor, plan.id, key);
      if (where.field !== undefined) showInspector();
    },
  };
}

function wayToPlan(session: Session, plan: Plan): Way {
  return {
    path: `${session.id}/${plan.id}`,
    open: () => {
      leaveOldRun(session);
      session.editor.openPlan(plan.id);
      showInspector();
      if (plan.kind === 'state-machine') whenDrawn(() => showMachineTab('machine'));
    },
  };
}

function wayInMachine(session: Session, plan: StateMachinePlan, where: Where): Way | null {
  const owner = where.node === undefined ? plan : findState(plan, where.node)?.state;
  if (owner === undefined) return null;
  const field = where.field ?? '';
  const transition = transitionsOf(owner)
    .filter(({ cause, path }) => cause !== 'default' && `${field}/`.startsWith(`${path}/`))
    .at(-1);
  if (where.node === undefined && transition === undefined) return wayToPlan(session, plan);
  const ofState = where.node === undefined ? '' : `/${where.node}`;
  return {
    path: `${session.id}/${plan.id}${ofState}`,
    open: () => {
      leaveOldRun(session);
      if (where.node !== undefined) showNode(session.editor, plan.id, ofState);
      else session.editor.openPlan(plan.id);
      if (where.field === undefined) return;
      showInspector();
      whenDrawn(() => {
        if (transition !== undefined) chooseTransition(session.editor, where.node ?? null, transition.path);
        const { focus, edges } = session.editor.selection.getState();
        // A transition of the machine itself that leads nowhere is not drawn.
        whenDrawn(() => showMachineTab(focus === null && edges.size === 0 ? 'machine' : 'state'));
      });
    },
  };
}

/** What plans share has dialogs of its own. */
function wayToItem(session: string, workspace: Workspace, field: string): Way | null {
  const [, list = '', index = ''] = field.split('/');
  const dialog = dialogOf(workspace, list, Number(index));
  return dialog === null ? null : { path: itemPath(session), open: () => openDialog(dialog) };
}

function dialogOf(workspace: Workspace, list: string, index: number): OpenDialog | null {
  switch (list) {
    case 'prompts':
    case 'features':
    case 'planners':
    case 'parsers':
      return { kind: 'item', list, id: workspace[list][index]?.id ?? null };
    case 'models':
      return { kind: 'settings', section: 'models' };
    default:
      return null;
  }
}

/** A run of another version of the plan shows that version, which nobody edits. */
function leaveOldRun({ editor }: Session): void {
  if (editor.scene.getState().readOnly) editor.showRun(null);
}

/** The form of what is chosen: beside the canvas, in a hand above everything. */
function showInspector(): void {
  layoutStore.setState({ inspectorOpen: true, inspectorTab: 'setup' });
  if (window.matchMedia(PHONE).matches) openDialog({ kind: 'panel', panel: 'inspector' });
}
