import type { Body, CapabilityPlan, PlanNode } from '#plan';

function call(id: string): PlanNode {
  return { id, type: 'CAPABILITY', params: { capability: 'echo' } };
}

function chainOf(count: number, prefix = 's'): Body {
  const nodes = Array.from({ length: count }, (_, index) => call(`${prefix}${index}`));
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ from: `${prefix}${index}`, port: 'out', to: node.id }));
  return { nodes, edges };
}

function planOf(body: Body): CapabilityPlan {
  return { id: 'main', kind: 'capability', variables: [{ id: 'dynamicPlan', scope: 'INTERNAL' }], ...body };
}

/** n calls in a row. */
export function chain(count: number): CapabilityPlan {
  return planOf(chainOf(count));
}

/** n branches of one call each, at the same time. */
export function fanOut(count: number): CapabilityPlan {
  const nodes = Array.from({ length: count }, (_, index) => call(`s${index}`));
  return planOf({
    nodes: [{ id: 'all', type: 'GROUP', params: { mode: 'ASYNC' }, body: { nodes, edges: [] } }],
    edges: [],
  });
}

/** Planners in a row, each followed by an executor that runs the plan of `steps` that it proposes. */
export function dynamic(plans: number): CapabilityPlan {
  const nodes: PlanNode[] = [];
  for (let index = 0; index < plans; index++) {
    nodes.push({ id: `plan${index}`, type: 'PLANNER', params: { planner: 'rules' } });
    nodes.push({ id: `run${index}`, type: 'PLAN_EXECUTOR' });
  }
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ from: nodes[index]?.id ?? '', port: 'out', to: node.id }));
  return planOf({ nodes, edges });
}

/** What a planner of this bench proposes. */
export function steps(count: number): Body {
  return chainOf(count, 'step-');
}
