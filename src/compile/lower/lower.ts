import {
  type Body,
  bodiesOf,
  type ContainerNode,
  components,
  type Edge,
  isContainer,
  type NodeOf,
  type PlanNode,
} from '#plan';
import type { CompiledBody, CompiledNode, CompiledScope } from '../scope';
import { lowerBranches } from './branches';
import { lowerGraph } from './graph';
import { lowerChain, lowerCountedChain, lowerSequence } from './sequence';
import { connectedPorts, type Wiring, wire } from './wiring';

/** The scope of a plan or of a dynamic plan: its nodes joined by edges (C2). */
export function lowerBody(body: Body, path: string): CompiledScope {
  const cancelled = cancelledIn(body.nodes);
  return lowerNodes(body.nodes, body.edges, [...body.nodes.keys()], path, path, cancelled);
}

function lowerNodes(
  nodes: readonly PlanNode[],
  edges: readonly Edge[],
  order: readonly number[],
  id: string,
  path: string,
  cancelled: ReadonlySet<string>,
): CompiledScope {
  const wiring = wire(nodes, edges, order);
  const compiled = compileNodes(wiring, path);
  const sequence = isCounted(nodes, cancelled) ? null : lowerSequence(id, wiring, compiled);
  return sequence ?? lowerGraph(id, wiring, compiled);
}

/** Ids that a CANCEL of a container names; it reaches all branches of an ASYNC GROUP (R16). */
function cancelledIn(nodes: readonly PlanNode[]): ReadonlySet<string> {
  const cancelled = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'CANCEL') for (const id of node.params.nodes) cancelled.add(id);
  }
  return cancelled;
}

/** Nodes that can be cancelled before their turn comes are told by counting edges; a token cannot say so. */
function isCounted(nodes: readonly PlanNode[], cancelled: ReadonlySet<string>): boolean {
  return nodes.some((node) => node.cancelOn !== undefined || cancelled.has(node.id));
}

/** What a GROUP opens: a chain of its children in document order, or a scope per branch (R1). */
function lowerGroup(group: NodeOf<'GROUP'>, path: string): CompiledScope {
  const { body, params } = group;
  const cancelled = cancelledIn(body.nodes);
  if (params.mode === 'SYNC') {
    const wiring = wire(body.nodes, [], [...body.nodes.keys()]);
    const compiled = compileNodes(wiring, path);
    const isCountedChain = isCounted(body.nodes, cancelled);
    return isCountedChain ? lowerCountedChain(path, wiring, compiled) : lowerChain(path, compiled);
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
      cancelled,
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
    inside: isContainer(node) ? lowerContainer(node, `${path === '/' ? '' : path}/${node.id}`) : NOTHING,
  }));
}

const NOTHING: readonly CompiledBody[] = [];

/** What a container opens: a GROUP its children or branches, every other one a scope for each of its bodies. */
function lowerContainer(node: ContainerNode, path: string): readonly CompiledBody[] {
  if (node.type === 'GROUP') return [{ name: 'body', scope: lowerGroup(node, path) }];
  return bodiesOf(node).map(({ name, body }) => ({
    name,
    scope: lowerBody(body, name === 'body' ? path : `${path}.${name}`),
  }));
}

/**
 * One node as a scope of its own, at its place in document order: what runs in the background (L2). It counts edges,
 * because a CANCEL outside may name it (R16).
 *
 * @param ports those with an edge where it stands, as far as they decide how it ends (L9)
 */
export function lowerAlone(node: PlanNode, order: number, ports: readonly string[] = []): CompiledScope {
  const wiring = wire([node], [], [order]);
  const nodes = compileNodes(wiring, '/').map((compiled) => ({ ...compiled, ports }));
  return lowerGraph(`/${node.id}`, wiring, nodes);
}
