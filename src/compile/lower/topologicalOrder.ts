import type { IndexedEdge } from '../scope';

/** All nodes of a scope, each before those that its edges lead to. Nothing recurses: 20,000 in a row do not overflow. */
export function topologicalOrder(
  edges: readonly IndexedEdge[],
  outgoing: readonly (readonly number[])[],
): readonly number[] {
  const open = outgoing.map(() => 0);
  for (const { to } of edges) open[to] = (open[to] ?? 0) + 1;
  const order = [...open.keys()].filter((node) => open[node] === 0);
  for (let at = 0; at < order.length; at++) {
    for (const edge of outgoing[order[at] ?? -1] ?? []) {
      const to = edges[edge]?.to ?? -1;
      const left = (open[to] ?? 0) - 1;
      open[to] = left;
      if (left === 0) order.push(to);
    }
  }
  return order;
}
