import type { Edge, PlanNode } from '#plan';

/** Nodes one after another along the edges, in document order among those that may come next. */
export function inSequence(nodes: readonly PlanNode[], edges: readonly Edge[]): readonly PlanNode[] {
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) open.set(to, (open.get(to) ?? 0) + 1);
  const rest = [...nodes];
  const ordered: PlanNode[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex(({ id }) => open.get(id) === 0);
    const [node] = rest.splice(Math.max(0, next), 1);
    if (node === undefined) break;
    ordered.push(node);
    for (const { from, to } of edges) if (from === node.id) open.set(to, (open.get(to) ?? 0) - 1);
  }
  return ordered;
}
