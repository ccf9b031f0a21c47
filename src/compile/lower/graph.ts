import type { CompiledNode, GraphScope } from '../scope';
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
    ends: indicesOf(nodes, ({ node }) => node.type === 'END'),
  };
}

function indicesOf(nodes: readonly CompiledNode[], test: (node: CompiledNode) => boolean): number[] {
  const indices: number[] = [];
  for (const [index, node] of nodes.entries()) if (test(node)) indices.push(index);
  return indices;
}
