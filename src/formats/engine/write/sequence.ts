import { type Body, components, type Edge, type PlanNode } from '#plan';
import type { LeftOut } from './left';

/** The nodes of a body in the order in which a sequence of theirs would run them; what is no chain is named. */
export function sequenceOf(body: Body, left: LeftOut, where: string | null): readonly PlanNode[] {
  const nodes = body.nodes.filter(({ type }) => type !== 'NOTE' && type !== 'START');
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = body.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const ordered = inOrder(nodes, edges);
  const chain = ordered.every((node, index) => isNext(node, ordered[index - 1], edges));
  if (!chain && ordered.length > 1 && edges.length > 0)
    left.add(
      where,
      '/edges',
      'The format runs one node after another: edges that are not a chain are left out.',
    );
  return ordered;
}

function isNext(node: PlanNode, before: PlanNode | undefined, edges: readonly Edge[]): boolean {
  const into = edges.filter(({ to }) => to === node.id);
  const [only] = into;
  if (before === undefined || only === undefined) return before === undefined && only === undefined;
  return into.length === 1 && only.from === before.id && only.port === 'out';
}

/** Branches of an ASYNC GROUP, each as the nodes of its component in order. */
export function branchesIn(body: Body, left: LeftOut, where: string): readonly (readonly PlanNode[])[] {
  return components(body).map((nodes) => {
    const members = new Set(nodes.map(({ id }) => id));
    return sequenceOf(
      {
        nodes: body.nodes.filter(({ id }) => members.has(id)),
        edges: body.edges.filter(({ from }) => members.has(from)),
      },
      left,
      where,
    );
  });
}

/** Topological, in document order among those that may come next. */
function inOrder(nodes: readonly PlanNode[], edges: readonly Edge[]): readonly PlanNode[] {
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) open.set(to, (open.get(to) ?? 0) + 1);
  const rest = [...nodes];
  const ordered: PlanNode[] = [];
  while (rest.length > 0) {
    const next = Math.max(
      0,
      rest.findIndex(({ id }) => open.get(id) === 0),
    );
    const [node] = rest.splice(next, 1);
    if (node === undefined) break;
    ordered.push(node);
    for (const { from, to } of edges) if (from === node.id) open.set(to, (open.get(to) ?? 0) - 1);
  }
  return ordered;
}
