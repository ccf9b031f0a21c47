import type { Where } from '#base';
import type { Editor } from '#editor';
import { allNodes } from '#plan';
import { canvasOfPage } from '../state/canvas';

/** Opens the plan of a node, selects the node and brings it into view. */
export function showNode(editor: Editor, planId: string, key: string): void {
  const { view } = editor.scene.getState();
  if (editor.view.getState().planId !== planId) editor.openPlan(planId);
  // Inside a box that is entered, or in a run, other things are drawn.
  if (view === null) editor.enter(null);
  whenDrawn(() => {
    editor.select([key]);
    canvasOfPage()?.reveal(key);
    canvasOfPage()?.focus(key);
  });
}

/** Jumps to where a problem is (E4). @returns false when it names no node */
export function showProblem(editor: Editor, { plan: planId, node: nodeId }: Where): boolean {
  const plan = editor.workspace.plans.find(({ id }) => id === (planId ?? editor.view.getState().planId));
  if (plan?.kind === 'state-machine') {
    if (nodeId === undefined) editor.openPlan(plan.id);
    else showNode(editor, plan.id, `/${nodeId}`);
    return true;
  }
  if (plan === undefined) return false;
  if (nodeId === undefined) {
    editor.openPlan(plan.id);
    return true;
  }
  for (const { node, bodies } of allNodes(plan)) {
    if (node.id !== nodeId) continue;
    showNode(editor, plan.id, `${bodies.map((id) => `/${id}`).join('')}/${node.id}`);
    return true;
  }
  return false;
}

/** The scene follows a change within two frames. */
export function whenDrawn(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}
