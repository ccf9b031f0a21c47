import type { CardType, Graph, GraphNode, StateCard } from './graph';
import type { NodeStatus } from './runView';

/** One row of the outline (a tree, read with `depth`) or of the steps on a phone. */
export interface OutlineRow {
  readonly key: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly type: CardType;
  readonly title: string;
  readonly line: string;
  readonly status: NodeStatus | null;
  /** The word at the right: "4 of 7" for a box at work, else its status; empty while no run is shown. */
  readonly word: string;
  readonly node: GraphNode;
}

/** The graph as a tree in document order, parents before their contents (D5). */
export function outlineOf(graph: Graph): readonly OutlineRow[] {
  const depths = new Map<string, number>();
  return graph.nodes.map((node) => {
    const depth = node.parent === null ? 0 : (depths.get(node.parent) ?? 0) + 1;
    depths.set(node.key, depth);
    return rowOf(node, depth);
  });
}

/**
 * The graph as a list of steps for a narrow screen: each scope in the order of its edges, ties in document order;
 * notes are left out.
 */
export function stepsOf(graph: Graph): readonly OutlineRow[] {
  const children = new Map<string | null, GraphNode[]>();
  for (const node of graph.nodes) {
    if (node.type === 'NOTE' && node.mark !== 'ghost') continue;
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const targets = new Map<string, string[]>();
  for (const edge of graph.edges) {
    const list = targets.get(edge.from);
    if (list) list.push(edge.to);
    else targets.set(edge.from, [edge.to]);
  }
  const rows: OutlineRow[] = [];
  const visit = (parent: string | null, depth: number): void => {
    for (const node of inOrder(children.get(parent) ?? [], targets)) {
      rows.push(rowOf(node, depth));
      visit(node.key, depth + 1);
    }
  };
  visit(null, 0);
  return rows;
}

/** Kahn's topological order that always takes the first free node of the document (CACM 5/11, 1962). */
function inOrder(
  nodes: readonly GraphNode[],
  targets: ReadonlyMap<string, readonly string[]>,
): readonly GraphNode[] {
  const index = new Map(nodes.map((node, at) => [node.key, at]));
  const open = nodes.map(() => 0);
  for (const node of nodes) {
    for (const to of targets.get(node.key) ?? []) {
      const at = index.get(to);
      if (at !== undefined) open[at] = (open[at] ?? 0) + 1;
    }
  }
  const ordered: GraphNode[] = [];
  const done = new Set<number>();
  // Following the flow as far as it goes keeps a branch together, which is how people read it.
  const take = (at: number): void => {
    const node = nodes[at];
    if (node === undefined || done.has(at)) return;
    done.add(at);
    ordered.push(node);
    const next: number[] = [];
    for (const to of targets.get(node.key) ?? []) {
      const target = index.get(to);
      if (target === undefined) continue;
      open[target] = (open[target] ?? 0) - 1;
      if (open[target] === 0) next.push(target);
    }
    for (const target of next.sort((one, other) => one - other)) take(target);
  };
  for (const at of nodes.keys()) if (open[at] === 0) take(at);
  for (const at of nodes.keys()) take(at);
  return ordered;
}

function rowOf(node: GraphNode, depth: number): OutlineRow {
  const { key, parent, type, title, line, status } = node;
  return { key, parent, depth, type, title, line, status, word: wordOf(node), node };
}

/** How a card stands, in a word or two; empty while no run is shown. */
export function wordOf(node: GraphNode): string {
  if (node.mark === 'ghost') return 'refused';
  if (node.mark === 'dropped' && node.status === null) return 'dropped';
  if (node.type === 'STATE') return wordOfState(node);
  const { progress, status } = node;
  if (node.unanswered === true) return status === 'failed' ? 'not answered' : 'not yet';
  const working = status === 'running' || status === 'waiting' || status === 'paused';
  if (progress !== null && working) return `${progress.done} of ${progress.total}`;
  return status ?? '';
}

/** Of a state people ask whether the machine is in it, and whether it was. */
function wordOfState({ status, shape }: StateCard): string {
  if (status === 'running') return 'active';
  if (status === 'pending') return '';
  if (status === 'succeeded' && shape.kind !== 'final') return 'left';
  return status === null && shape.kind === 'final' ? 'final' : (status ?? '');
}
