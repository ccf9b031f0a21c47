import { type Body, components, type Edge, type NodeOf, type PlanNode } from '#plan';
import type { CompiledNode, CompiledScope } from '../scope';
import { lowerBranches } from './branches';
import { lowerGraph } from './graph';
import { lowerChain, lowerSequence } from './sequence';
import { connectedPorts, type Wiring, wire } from './wiring';

/** The scope of a plan or of a dynamic plan: its nodes joined by edges (C2). */
export function lowerBody(body: Body, path: string): CompiledScope {
  return lowerNodes(body.nodes, body.edges, [...body.nodes.keys()], path, path);
}

function lowerNodes(
  nodes: readonly PlanNode[],
  edges: readonly Edge[],
  order: readonly number[],
  id: string,
  path: string,
): CompiledScope {
  const wiring = wire(nodes, edges, order);
  const compiled = compileNodes(wiring, path);
  return lowerSequence(id, wiring, compiled) ?? lowerGraph(id, wiring, compiled);
}

/** What a GROUP opens: a chain of its children in document order, or a scope per branch (R1). */
function lowerGroup(group: NodeOf<'GROUP'>, path: string): CompiledScope {
  const { body, params } = group;
  if (params.mode === 'SYNC') {
    return lowerChain(path, compileNodes(wire(body.nodes, [], [...body.nodes.keys()]), path));
  }
  const order = new Map(body.nodes.map((node, index) => [node.id, index]));
  const edgesFrom = new Map<string, Edge[]>();
  for (const edge of body.edges) {
    const known = edgesFrom.get(edge.from);
    if (known) known.push(edge);
    else edgesFrom.set(edge.from, [edge]);
  }
  const branches = components(body).map((branch, slot) =>
    lowerNodes(
      branch,
      branch.flatMap((node) => edgesFrom.get(node.id) ?? []),
      branch.map((node) => order.get(node.id) ?? 0),
      `${path}:${slot}`,
      path,
    ),
  );
  return lowerBranches(path, branches, params);
}

function compileNodes(wiring: Wiring, path: string): readonly CompiledNode[] {
  return wiring.nodes.map(({ key, node, order }, index) => ({
    key,
    id: node.id,
    node,
    order,
    ports: connectedPorts(wiring, index),
    inside: node.type === 'GROUP' ? lowerGroup(node, `${path === '/' ? '' : path}/${node.id}`) : null,
  }));
}
