import type { PlanNode } from '#plan';
import type { CompiledNode, GraphScope, IndexedEdge, Join } from '../scope';
import type { Wiring } from './wiring';

/** Any other scope: one state whose shared action counts edges and decides by R1–R6 (C2). */
export function lowerGraph(id: string, wiring: Wiring, nodes: readonly CompiledNode[]): GraphScope {
  return {
    shape: 'graph',
    id,
    nodes,
    edges: wiring.edges,
    unreachable: wiring.unreachable,
    disabled: indicesOf(nodes, ({ node }) => node.disabled === 'skip'),
    ends: indicesOf(nodes, ({ node }) => isEnd(node)),
    joins: joinsOf(wiring, nodes),
    cancelOn: cancelledBySignals(nodes),
  };
}

/** Whether a node ends its scope; one that is passed through ends nothing (L2). */
export function isEnd({ type, disabled }: PlanNode): boolean {
  return type === 'END' && disabled !== 'pass';
}

/** How many taken edges a JOIN needs; null where it is an ordinary node: JOIN ALL is R4. */
export function needOf(node: PlanNode): number | null {
  if (node.type !== 'JOIN') return null;
  const count = /^N_OF\((\d+)\)$/.exec(node.params?.need ?? 'ALL')?.[1];
  return count === undefined ? null : Number(count);
}

function joinsOf(wiring: Wiring, nodes: readonly CompiledNode[]): Join[] {
  const joins: Join[] = [];
  for (const [index, { node }] of nodes.entries()) {
    const need = needOf(node);
    if (need === null || node.type !== 'JOIN') continue;
    const rest = node.params?.rest === 'ignore' ? [] : leadingOnlyTo(index, wiring);
    joins.push({ node: index, need, rest });
  }
  return joins;
}

/** R7: the nodes from which every path leads to a node, in document order. */
function leadingOnlyTo(target: number, { edges, outgoing }: Wiring): readonly number[] {
  const leads = new Set([target]);
  for (const index of topologicalOrder(edges, outgoing).toReversed()) {
    const next = outgoing[index] ?? [];
    if (next.length > 0 && next.every((edge) => leads.has(targetOf(edges, edge)))) leads.add(index);
  }
  leads.delete(target);
  return [...leads].sort((a, b) => a - b);
}

function targetOf(edges: readonly IndexedEdge[], edge: number): number {
  return edges[edge]?.to ?? -1;
}

/** Which nodes each signal cancels (R16). */
function cancelledBySignals(nodes: readonly CompiledNode[]): GraphScope['cancelOn'] {
  const cancelled = new Map<string, number[]>();
  for (const [index, { node }] of nodes.entries()) {
    if (node.cancelOn === undefined) continue;
    const known = cancelled.get(node.cancelOn);
    if (known) known.push(index);
    else cancelled.set(node.cancelOn, [index]);
  }
  return cancelled.size > 0 ? cancelled : null;
}

function indicesOf(nodes: readonly CompiledNode[], test: (node: CompiledNode) => boolean): number[] {
  const indices: number[] = [];
  for (const [index, node] of nodes.entries()) if (test(node)) indices.push(index);
  return indices;
}

/** All nodes of a scope, each before those that its edges lead to. Nothing recurses: 20,000 in a row do not overflow. */
function topologicalOrder(
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
