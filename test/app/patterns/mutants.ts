import type { Body, CapabilityPlan, Edge, PlanNode, Workspace } from '#plan';
import { bodiesOf, portsOf } from '#plan';

/**
 * What stands in place of a pattern's construct, to see whether its assertion notices (L5): its activities one after
 * another; all of them at once; the same drawing with every choice a fork, every join a full one, and nothing that
 * cancels, repeats, waits or excludes.
 */
export const MUTANTS = {
  sequence: (workspace: Workspace) => changed(workspace, asSequence),
  'all at once': (workspace: Workspace) => changed(workspace, asBunch),
  'full join': (workspace: Workspace) => changed(workspace, (plan) => withBody(plan, fullBody(plan))),
} as const;

export type Mutant = keyof typeof MUTANTS;

function changed(workspace: Workspace, change: (plan: CapabilityPlan) => CapabilityPlan): Workspace {
  return {
    ...workspace,
    plans: workspace.plans.map((plan, index) =>
      index === 0 && plan.kind === 'capability' ? change(plan) : plan,
    ),
  };
}

function withBody(plan: CapabilityPlan, { nodes, edges }: Body): CapabilityPlan {
  return { ...plan, nodes, edges };
}

function asSequence(plan: CapabilityPlan): CapabilityPlan {
  const nodes = activitiesIn(plan);
  const edges = nodes
    .slice(1)
    .map((node, index): Edge => ({ from: nodes[index]?.id ?? '', port: 'out', to: node.id }));
  return withBody(plan, { nodes, edges });
}

function asBunch(plan: CapabilityPlan): CapabilityPlan {
  return withBody(plan, { nodes: activitiesIn(plan), edges: [] });
}

function activitiesIn(body: Body): PlanNode[] {
  return body.nodes.flatMap((node) => [
    ...(node.type === 'CAPABILITY' ? [plainly(node)] : []),
    ...bodiesOf(node).flatMap((inner) => activitiesIn(inner.body)),
  ]);
}

/** What it reads and writes may not be there any more. */
function plainly(node: PlanNode): PlanNode {
  const { mutex: _m, cancelOn: _c, background: _b, output: _o, input: _i, ...rest } = node;
  return rest.type === 'CAPABILITY' ? { ...rest, input: { text: '' } } : rest;
}

function fullBody({ nodes, edges }: Body): Body {
  const known = new Set<string>();
  const full = edges.flatMap((edge): Edge[] => {
    const from = nodes.find(({ id }) => id === edge.from);
    const port = from !== undefined && portsOf(from).includes('out') ? edge.port : 'out';
    const key = `${edge.from} ${port} ${edge.to}`;
    if (known.has(key)) return [];
    known.add(key);
    return [{ ...edge, port }];
  });
  return { nodes: nodes.map(fullNode), edges: full };
}

function fullNode(node: PlanNode): PlanNode {
  const { id } = node;
  switch (node.type) {
    case 'IF':
    case 'SWITCH':
    case 'EVENT_WAIT':
    case 'CANCEL':
    case 'END':
    case 'FORK':
    case 'JOIN':
    case 'TRANSFORM':
    case 'FILL_TEMPLATE':
      return { id, type: 'FORK' };
    case 'GROUP':
      return { id, type: 'GROUP', params: { mode: 'ASYNC' }, body: fullBody(node.body) };
    case 'LOOP':
    case 'RETRY':
      return { id, type: 'GROUP', params: { mode: 'ASYNC' }, body: fullBody(node.body) };
    case 'ITERATOR':
      return {
        id,
        type: 'ITERATOR',
        params: { items: "['a', 'b', 'c']", concurrency: 3 },
        body: fullBody(node.body),
      };
    default:
      return plainly(node);
  }
}
