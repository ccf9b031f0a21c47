import { type Diagnostic, warning } from '#base';
import { allNodes, type CapabilityPlan, type PlanNode } from '#plan';

/** What a module does not hold of a plan, by path: what revises a plan while it runs, or asks about it. */
export function leftOutOf(plan: CapabilityPlan): readonly Diagnostic[] {
  return [...allNodes(plan)].flatMap(({ node }) => inNode(plan, node));
}

/** A running plan is not revised in a module: its dynamic plan is asked for once. */
function inNode(plan: CapabilityPlan, node: PlanNode): readonly Diagnostic[] {
  if (node.type !== 'PLAN_EXECUTOR') return [];
  const { approve, replan, answer, answerTemplate } = node.params ?? {};
  const left = (name: string): Diagnostic =>
    warning(
      'EXPORT_LEFT_OUT',
      `"${name}" of the node "${node.id}" is not in the module.`,
      'Run the plan here, or do it in the activities.',
      { plan: plan.id, node: node.id, field: `/params/${name}` },
    );
  return [
    ...(approve === 'whenWidened' ? [left('approve')] : []),
    ...(replan === undefined ? [] : [left('replan')]),
    ...(answer === undefined || answer === 'none' ? [] : [left('answer')]),
    ...(answerTemplate === undefined ? [] : [left('answerTemplate')]),
  ];
}
