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

/** n calls in a row that read and write a variable, beside another of so many items that none of them touches. */
export function besideVariable(items: number, count: number): CapabilityPlan {
  const { nodes, edges } = chainOf(count);
  const used = { input: { text: '{{ used }}' }, output: { used: 'result' } };
  const large = Array.from({ length: items }, (_, index) => ({ index }));
  return {
    ...planOf({ nodes: nodes.map((node) => ({ ...node, ...used })), edges }),
    variables: [
      { id: 'large', scope: 'INTERNAL', default: large },
      { id: 'used', scope: 'INTERNAL', default: 'x' },
    ],
  };
}

/** n rounds of a loop around one call. */
export function loop(count: number): CapabilityPlan {
  const params = {
    while: 'true',
    until: `round == ${count - 1}`,
    maxIterations: count,
    indexVariable: 'round',
  };
  const body = { nodes: [call('s')], edges: [] };
  return planOf({ nodes: [{ id: 'again', type: 'LOOP', params, body }], edges: [] });
}

/** n calls in a row, each with what it may be given: an error is tried again, a clock runs. */
export function guarded(
  count: number,
  extras: Pick<PlanNode, 'retry' | 'timeoutMs' | 'features'>,
): CapabilityPlan {
  const { nodes, edges } = chainOf(count);
  return planOf({ nodes: nodes.map((node) => ({ ...node, ...extras })), edges });
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
