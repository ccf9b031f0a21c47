import { type Diagnostic, didYouMean, problem } from '#base';
import { allNodes } from '../graph/bodies';
import { subPlansOf } from '../graph/subPlans';
import type { NodeOf } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Rule, Subject } from './rule';

/** L1, L9: a SUB_PLAN runs a plan that is there, and recursion is bounded by `maxDepth`. */
export const subPlansOpen: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => (node.type === 'SUB_PLAN' ? ofSubPlan(node, subject) : []));

function ofSubPlan(node: NodeOf<'SUB_PLAN'>, { authored, at }: Subject): readonly Diagnostic[] {
  const where = at(node, '/params/plan');
  if (authored === null) {
    const help = 'Write the steps themselves: a proposed plan has its tools, and no plans of the workspace.';
    return [problem('SUB_PLAN_NOT_ALLOWED', `"${node.id}" cannot run a plan of the workspace.`, help, where)];
  }
  const { plans } = authored.workspace;
  const { plan: id, maxDepth } = node.params;
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) {
    const ids = plans.map((one) => one.id);
    const help = `${didYouMean(id, ids)}Choose one of ${ids.join(', ')}, or add it.`;
    return [problem('SUB_PLAN_UNKNOWN', `There is no plan "${id}".`, help, where)];
  }
  if (maxDepth !== undefined || !leadsBack(plan, authored.plan.id, plans)) return [];
  const message = `"${node.id}" runs "${id}" inside itself, without an end.`;
  const help = 'Give it "maxDepth": how many instances of the plan may be inside each other.';
  return [problem('RECURSION_UNBOUNDED', message, help, where)];
}

/** Whether a plan opens another through SUB_PLANs that no `maxDepth` bounds. */
export function leadsBack(plan: Plan, target: string, plans: readonly Plan[]): boolean {
  const seen = new Set<string>();
  const waiting = [plan];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.id === target) return true;
    if (seen.has(at.id)) continue;
    seen.add(at.id);
    if (at.kind === 'state-machine') {
      waiting.push(...subPlansOf(at, plans));
      continue;
    }
    for (const { node } of allNodes(at)) {
      if (node.type !== 'SUB_PLAN' || node.params.maxDepth !== undefined) continue;
      const next = plans.find(({ id }) => id === node.params.plan);
      if (next) waiting.push(next);
    }
  }
  return false;
}
