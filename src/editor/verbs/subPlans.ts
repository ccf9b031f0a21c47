import type { Editor } from '../editor';
import { nodeByKey } from '../target';

/** Opens the plan that a SUB_PLAN runs, and keeps the way back; false when there is no such plan, or it is open. */
export function openSubPlan(editor: Editor, key: string): boolean {
  const node = nodeByKey(editor.scene.getState().graph, key)?.node;
  const { planId, inside, trail } = editor.view.getState();
  if (node?.type !== 'SUB_PLAN' || planId === null) return false;
  const { plan } = node.params;
  if (plan === planId || !editor.workspace.plans.some(({ id }) => id === plan)) return false;
  editor.openPlan(plan);
  editor.view.setState({ trail: [...trail, { planId, inside, key }] });
  return true;
}

/** Goes back to a plan of the trail, by default the last, to the SUB_PLAN that led out of it; false without one. */
export function leaveSubPlan(
  editor: Editor,
  step: number = editor.view.getState().trail.length - 1,
): boolean {
  const { trail } = editor.view.getState();
  const to = trail[step];
  if (to === undefined) return false;
  editor.openPlan(to.planId);
  editor.view.setState({ inside: to.inside, trail: trail.slice(0, step) });
  editor.redraw();
  editor.select([to.key]);
  return true;
}
