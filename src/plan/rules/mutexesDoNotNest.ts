import { problem } from '#base';
import { allNodes, bodiesOf } from '../graph/bodies';

import type { Body, PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { Rule } from './rule';

/**
 * L2: a container may have a mutex only if nothing inside has one, a plan that it runs included: two that wait for
 * each other would wait for ever.
 */
export const mutexesDoNotNest: Rule = ({ nodes, authored, at }) => {
  const plans = new Map((authored?.workspace.plans ?? []).map((plan) => [plan.id, plan]));
  return nodes.flatMap(({ node }) => {
    if (node.mutex === undefined) return [];
    const inner = mutexInside(node, plans, new Set());
    if (inner === null) return [];
    const message = `"${node.id}" has a mutex, and so has "${inner}" inside it.`;
    const help = 'Take one of them away: while the outer is held the inner could wait for ever.';
    return [problem('MUTEX_NESTED', message, help, at(node, '/mutex'))];
  });
};

/** Id of a node inside that has a mutex; null when none has. */
function mutexInside(node: PlanNode, plans: ReadonlyMap<string, Plan>, seen: Set<string>): string | null {
  for (const body of insideOf(node, plans, seen)) {
    for (const { node: inner } of allNodes(body)) {
      if (inner.mutex !== undefined) return inner.id;
      const deeper = inner.type === 'SUB_PLAN' ? mutexInside(inner, plans, seen) : null;
      if (deeper !== null) return deeper;
    }
  }
  return null;
}

function insideOf(node: PlanNode, plans: ReadonlyMap<string, Plan>, seen: Set<string>): readonly Body[] {
  if (node.type !== 'SUB_PLAN') return bodiesOf(node).map(({ body }) => body);
  const plan = plans.get(node.params.plan);
  if (plan?.kind !== 'capability' || seen.has(plan.id)) return [];
  seen.add(plan.id);
  return [plan];
}
