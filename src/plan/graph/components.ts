import type { Body, PlanNode } from '../nodes/node';

/**
 * The branches of an ASYNC GROUP: the connected components of its children (L1), in the document order of
 * their first nodes; so are the nodes inside each. NOTE nodes belong to no branch.
 */
export function components(body: Body): readonly (readonly PlanNode[])[] {
  const nodes = body.nodes.filter((node) => node.type !== 'NOTE');
  const leaders = new Map(nodes.map((node) => [node.id, node.id]));
  for (const edge of body.edges) {
    if (!leaders.has(edge.from) || !leaders.has(edge.to)) continue;
    leaders.set(leaderOf(leaders, edge.from), leaderOf(leaders, edge.to));
  }
  const branches = new Map<string, PlanNode[]>();
  for (const node of nodes) {
    const leader = leaderOf(leaders, node.id);
    const branch = branches.get(leader);
    if (branch) branch.push(node);
    else branches.set(leader, [node]);
  }
  return [...branches.values()];
}

/** Union-find with path halving: 5,000 branches and chains of 10,000 stay quick, and nothing recurses. */
function leaderOf(leaders: Map<string, string>, id: string): string {
  let at = id;
  for (;;) {
    const next = leaders.get(at) ?? at;
    if (next === at) return at;
    const afterNext = leaders.get(next) ?? next;
    leaders.set(at, afterNext);
    at = afterNext;
  }
}
