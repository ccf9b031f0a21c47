import { type Diagnostic, warning } from '#base';
import { allNodes, type CapabilityPlan, type PlanNode } from '#plan';

/** What a module does not hold of a plan, by path: what only Planloom knows while a plan runs. */
export function leftOutOf(plan: CapabilityPlan): readonly Diagnostic[] {
  return [...schemasOf(plan), ...[...allNodes(plan)].flatMap(({ node }) => inNode(plan, node))];
}

/** A module has no judge of JSON Schema in it. */
function schemasOf(plan: CapabilityPlan): readonly Diagnostic[] {
  const declared = plan.variables === 'open' ? [] : plan.variables;
  return declared.flatMap(({ id, scope, schema }, index) =>
    scope === 'IN' && schema !== undefined && Object.keys(schema).length > 0
      ? [
          warning(
            'EXPORT_LEFT_OUT',
            `The schema of the input "${id}" of "${plan.id}" is not in the module.`,
            'Judge the input before you start the machine.',
            { plan: plan.id, field: `/variables/${index}/schema` },
          ),
        ]
      : [],
  );
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
