import type { Body, NodeOf, PlanNode } from '#plan';

const DEFAULT_PLAN_VARIABLE = 'dynamicPlan';

/** The variable that a PLANNER writes its plan to, or a PLAN_EXECUTOR reads it from (L1). */
export function planVariableOf(node: NodeOf<'PLANNER'> | NodeOf<'PLAN_EXECUTOR'>): string {
  return node.params?.planVariable ?? DEFAULT_PLAN_VARIABLE;
}

/**
 * D4: the PLAN_EXECUTOR of the same scope that is next on the PLANNER's path and reads its variable.
 *
 * @param ordered whether the scope is a SYNC GROUP, whose nodes follow each other in document order
 * @returns null when there is none: then the plan is drawn inside the PLANNER
 */
export function executorFor(
  planner: NodeOf<'PLANNER'>,
  body: Body,
  ordered: boolean,
): NodeOf<'PLAN_EXECUTOR'> | null {
  const variable = planVariableOf(planner);
  for (const node of ordered ? after(planner, body) : downstream(planner, body)) {
    if (node.type === 'PLAN_EXECUTOR' && planVariableOf(node) === variable) return node;
  }
  return null;
}

function after(node: PlanNode, body: Body): readonly PlanNode[] {
  return body.nodes.slice(body.nodes.indexOf(node) + 1);
}

/** The nodes behind `start` in the order of their distance, then of the document. */
function downstream(start: PlanNode, body: Body): readonly PlanNode[] {
  const byId = new Map(body.nodes.map((node) => [node.id, node]));
  const targets = new Map<string, string[]>();
  for (const edge of body.edges) {
    const list = targets.get(edge.from);
    if (list) list.push(edge.to);
    else targets.set(edge.from, [edge.to]);
  }
  const found = new Set<PlanNode>([start]);
  // A set is iterated in the order of its growth, which makes this loop a breadth-first walk.
  for (const node of found) {
    for (const id of targets.get(node.id) ?? []) {
      const target = byId.get(id);
      if (target) found.add(target);
    }
  }
  found.delete(start);
  return [...found];
}
