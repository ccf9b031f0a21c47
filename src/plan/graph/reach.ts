import type { Body } from '../nodes/node';

/** For every node of a body the nodes that its edges lead to; edges to nowhere are left out. */
export function successorsOf(body: Body): ReadonlyMap<string, readonly string[]> {
  return neighbours(body, (edge) => [edge.from, edge.to]);
}

/** For every node of a body the nodes from which edges lead to it; edges from nowhere are left out. */
export function predecessorsOf(body: Body): ReadonlyMap<string, readonly string[]> {
  return neighbours(body, (edge) => [edge.to, edge.from]);
}

/** All nodes that can be reached from some node, itself only when it lies on a cycle. */
export function reachableFrom(
  neighbourMap: ReadonlyMap<string, readonly string[]>,
  starts: Iterable<string>,
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of neighbourMap.get(id) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** Whether some path of edges leads from one node to another; looked for backwards, and no further than needed. */
export function leadsTo(
  predecessors: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const waiting = [to];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const previous of predecessors.get(id) ?? []) {
      if (previous === from) return true;
      if (seen.has(previous)) continue;
      seen.add(previous);
      waiting.push(previous);
    }
  }
  return false;
}

/** The ids of the nodes from which some path of edges leads to a node: what is before it (R13). */
export function ancestorsOf(body: Body, id: string): ReadonlySet<string> {
  return reachableFrom(predecessorsOf(body), [id]);
}

function neighbours(
  body: Body,
  direction: (edge: { from: string; to: string }) => readonly [string, string],
): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>(body.nodes.map((node) => [node.id, []]));
  for (const edge of body.edges) {
    const [from, to] = direction(edge);
    if (map.has(to)) map.get(from)?.push(to);
  }
  return map;
}
