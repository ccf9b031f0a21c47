import type { StateMachinePlan } from '#plan';
import type { GraphNode } from '#projection';
import type { Editor } from '../editor';
import type { TrailStep } from '../stores';
import { nodeByKey } from '../target';

/**
 * Opens the plan that a SUB_PLAN runs, or that a state invokes, and keeps the way back; false when there is no such plan,
 * or it is open.
 */
export function openSubPlan(editor: Editor, key: string): boolean {
  const { planId, inside, trail } = editor.view.getState();
  const plan = planBehind(editor, key);
  if (plan === null || planId === null) return false;
  editor.openPlan(plan);
  editor.view.setState({ trail: [...trail, { planId, inside, key }] });
  // Where a run has it is known by the trail.
  editor.redraw();
  return true;
}

/**
 * Opens a plan through the steps that once led to it, so that they lead back, too.
 *
 * @returns false where they do not lead there any more: then the plan that was open is, whole
 */
export function retrace(editor: Editor, trail: readonly TrailStep[], planId: string): boolean {
  const before = editor.view.getState().planId;
  const isThere =
    trail.length > 0 &&
    trail.every((step, at) => {
      const next = trail[at + 1]?.planId ?? planId;
      if (at === 0) editor.openPlan(step.planId);
      editor.view.setState({ inside: step.inside });
      editor.redraw();
      return planBehind(editor, step.key) === next && openSubPlan(editor, step.key);
    });
  if (!isThere && before !== null && trail.length > 0) editor.openPlan(before);
  return isThere;
}

/** Id of the plan that opens with a node or a state; null when there is no such plan, or it is open. */
export function planBehind(editor: Editor, key: string): string | null {
  const { graph, machine } = editor.scene.getState();
  const plan = planRunBy(nodeByKey(graph, key), machine);
  const there = editor.workspace.plans.some(({ id }) => id === plan);
  return there && plan !== editor.view.getState().planId ? plan : null;
}

/** Of a state the first plan that it invokes, else the one that answers what it publishes (M2). */
function planRunBy(node: GraphNode | undefined, machine: StateMachinePlan | null): string | null {
  if (node?.type !== 'STATE') return node?.node.type === 'SUB_PLAN' ? node.node.params.plan : null;
  const { invoke = [], action } = node.node;
  const invoked = invoke.find(({ plan }) => plan !== undefined)?.plan;
  const answers = action && machine?.responders?.find(({ request }) => request === action.event);
  return invoked ?? answers?.plan ?? null;
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
