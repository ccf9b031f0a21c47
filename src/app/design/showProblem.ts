import type { Where } from '#base';
import { chooseTransition } from '#editor';
import { allNodes, findState, type Plan, type StateMachinePlan, transitionsOf, type Workspace } from '#plan';
import { goToField } from '../forms/FieldAt';
import { showMachineTab } from '../machine/machineStore';
import { showNode, whenDrawn } from '../state/canvas';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import type { Session } from '../state/session';
import { PHONE } from '../state/useMedia';
import { itemPath } from './changes';

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
