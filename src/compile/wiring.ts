import { present } from '#base';
import { type Edge, NODE_TYPES, type PlanNode } from '#plan';
import type { CompiledNode, GraphScope, IndexedEdge, Join } from './scope';

/** Any other scope: one state whose shared action counts edges and decides by R1–R6 (C2). */
export function lowerGraph(id: string, wiring: Wiring, nodes: readonly CompiledNode[]): GraphScope {
  return {
    shape: 'graph',
    id,
    nodes,
    edges: wiring.edges,
    unreachable: wiring.unreachable,
    disabled: disabledIn(nodes),
    ends: indicesOf(nodes, isEnd),
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
  return nodes.flatMap(({ node }, index): Join[] => {
    const need = needOf(node);
    if (need === null || node.type !== 'JOIN') return [];
    return [{ node: index, need, rest: node.params?.rest === 'ignore' ? [] : leadingOnlyTo(index, wiring) }];
  });
}

/** R7: the nodes from which every path leads to a node, in document order. */
function leadingOnlyTo(target: number, { edges, outgoing }: Wiring): readonly number[] {
  const leads = new Set([target]);
  for (const index of topologicalOrder(edges, outgoing).toReversed()) {
    const next = outgoing[index] ?? [];
    if (next.length > 0 && next.every((edge) => leads.has(edges[edge]?.to ?? -1))) leads.add(index);
  }
  leads.delete(target);
  return [...leads].sort((a, b) => a - b);
}

/** Which nodes each signal cancels (R16). */
function cancelledBySignals(nodes: readonly CompiledNode[]): GraphScope['cancelOn'] {
  const cancelled = grouped([...nodes.keys()], (index) => nodes[index]?.node.cancelOn);
  return cancelled.size > 0 ? cancelled : null;
}

/** Nodes that are left out (L2). */
export function disabledIn(nodes: readonly CompiledNode[]): readonly number[] {
  return indicesOf(nodes, ({ disabled }) => disabled === 'skip');
}

function indicesOf(nodes: readonly CompiledNode[], test: (node: PlanNode) => boolean): readonly number[] {
  const indices: number[] = [];
  for (const [index, { node }] of nodes.entries()) if (test(node)) indices.push(index);
  return indices;
}

/** Items by what they have in common; those that have nothing of it are left out. */
export function grouped<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | undefined,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
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

/** A node before its scope has a shape. */
interface WiredNode {
  readonly key: string;
  readonly node: PlanNode;
  readonly order: number;
}

/** The nodes and edges of a scope by index, NOTE nodes left out and inline PLANNERs in two (L1). */
export interface Wiring {
  readonly nodes: readonly WiredNode[];
  readonly edges: readonly IndexedEdge[];
  /** Per node, the indices of its outgoing edges. */
  readonly outgoing: readonly (readonly number[])[];
  /** Where the scope begins (R3). */
  readonly starts: readonly number[];
  /** Not reachable from its START (R3). */
  readonly unreachable: readonly number[];
}

/**
 * Wires the nodes of one scope.
 *
 * @param order place of each node in its container's document order
 */
export function wire(nodes: readonly PlanNode[], edges: readonly Edge[], order: readonly number[]): Wiring {
  const wired: WiredNode[] = [];
  /** Indices of the planner halves of inline PLANNERs. */
  const inline: number[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'NOTE') continue;
    const place = 2 * (order[index] ?? index);
    const halves = inlineHalves(node);
    if (halves) inline.push(wired.length);
    wired.push({ key: node.id, node: halves?.planner ?? node, order: place });
    if (!halves) continue;
    wired.push({ key: `${node.id}@1`, node: halves.executor, order: place + 1 });
  }
  const indexed = indexEdges(wired, edges, inline);
  const outgoing = wired.map((): number[] => []);
  for (const [index, edge] of indexed.entries()) outgoing[edge.from]?.push(index);
  const { starts, unreachable } = startsOf(wired, indexed, outgoing);
  return { nodes: wired, edges: indexed, outgoing, starts, unreachable };
}

/**
 * Both halves of `execute: "inline"`: a PLANNER, then a PLAN_EXECUTOR with the same settings and id (L1). One in
 * the background is taken apart in the scope that it runs in; one that is passed through passes its input on (L2).
 */
function inlineHalves(node: PlanNode): { planner: PlanNode; executor: PlanNode } | null {
  if (node.type !== 'PLANNER' || node.params?.execute !== 'inline') return null;
  if (node.background === true) return null;
  const { output, params, input: _input, type: _type, ...shared } = node;
  const { planVariable, tools, limits } = params;
  const input = present({ input: node.input });
  return {
    planner: { ...shared, type: 'PLANNER', params, ...input },
    executor: {
      ...shared,
      type: 'PLAN_EXECUTOR',
      ...present({ output }),
      ...(node.disabled === 'pass' ? input : {}),
      params: present({ planVariable, tools, limits }),
    },
  };
}

function indexEdges(
  nodes: readonly WiredNode[],
  edges: readonly Edge[],
  inline: readonly number[],
): IndexedEdge[] {
  // Branches of a single node are the most frequent scopes of all: they pay for no maps.
  if (edges.length === 0 && inline.length === 0) return [];
  const places = new Map(nodes.map(({ key }, index) => [key, index]));
  const planners = new Set(inline);
  const indexed: IndexedEdge[] = [];
  const known = new Set<string>();
  const add = (from: number, port: string, to: number): void => {
    const identity = `${from}:${port}:${to}`;
    if (known.has(identity)) return;
    known.add(identity);
    indexed.push({ from, port, to });
  };
  for (const planner of inline) add(planner, 'out', planner + 1);
  for (const edge of edges) {
    const from = places.get(edge.from);
    const to = places.get(edge.to);
    if (from === undefined || to === undefined) continue;
    if (!planners.has(from)) add(from, edge.port, to);
    else {
      add(from + 1, edge.port, to);
      if (edge.port === 'error') add(from, edge.port, to);
    }
  }
  // The order of edges in the document never matters (R22).
  return indexed.sort((a, b) => a.from - b.from || a.to - b.to || (a.port < b.port ? -1 : 1));
}

function startsOf(
  nodes: readonly WiredNode[],
  edges: readonly IndexedEdge[],
  outgoing: readonly (readonly number[])[],
): { starts: number[]; unreachable: number[] } {
  const start = nodes.findIndex(({ node }) => node.type === 'START');
  if (start >= 0) {
    const reached = reach(start, edges, outgoing).add(start);
    return { starts: [start], unreachable: [...nodes.keys()].filter((index) => !reached.has(index)) };
  }
  if (edges.length === 0) return { starts: [...nodes.keys()], unreachable: [] };
  const targets = new Set(edges.map((edge) => edge.to));
  return { starts: [...nodes.keys()].filter((index) => !targets.has(index)), unreachable: [] };
}

/** All nodes that can be reached from a node, itself left out. */
export function reach(
  from: number,
  edges: readonly IndexedEdge[],
  outgoing: readonly (readonly number[])[],
): Set<number> {
  const reached = new Set<number>();
  const stack = [from];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const edge of outgoing[at] ?? []) {
      const to = edges[edge]?.to;
      if (to === undefined || reached.has(to)) continue;
      reached.add(to);
      stack.push(to);
    }
  }
  return reached;
}

/** Ports that an edge leaves from. */
export function connectedPorts(wiring: Wiring, index: number): string[] {
  const ports: string[] = [];
  for (const edge of wiring.outgoing[index] ?? []) {
    const port = wiring.edges[edge]?.port;
    if (port !== undefined && !ports.includes(port)) ports.push(port);
  }
  return ports;
}

/**
 * Ports that a node may choose when it runs: `error` and `timeout` only count where an edge leaves from them,
 * because without one the node fails instead (L2, L9).
 */
export function possiblePorts(node: PlanNode, connected: readonly string[]): readonly string[] {
  const ports = NODE_TYPES[node.type].ports(node);
  return ports.filter((port) => connected.includes(port) || (port !== 'error' && port !== 'timeout'));
}
