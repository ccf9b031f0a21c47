import {
  type Body,
  bodiesOf,
  bodyId,
  type CapabilityPlan,
  type ContainerId,
  type Edit,
  isContainer,
  type Place,
  type PlanNode,
} from '#plan';
import type { Graph, GraphEdge, GraphNode, NodeCard } from '#projection';
import type { Editor } from './editor';
import type { Scene } from './stores';

/** What a verb works on: the open plan as it is drawn, which it may change. */
export interface Ground {
  readonly plan: CapabilityPlan;
  readonly scene: Scene;
}

/** The open plan, when it can be edited now: not while the run of an older definition is shown. */
export function groundOf(editor: Editor): Ground | null {
  const scene = editor.scene.getState();
  if (scene.readOnly || scene.plan === null || scene.open?.kind !== 'capability') return null;
  return { plan: scene.open, scene };
}

/** Id of the open plan, of either kind, when its layout can be changed now. */
export function planToPlace(editor: Editor): string | null {
  const { readOnly, open } = editor.scene.getState();
  return readOnly || open === null ? null : open.id;
}

export function nodeByKey(graph: Graph, key: string | null): GraphNode | undefined {
  return key === null ? undefined : graph.nodes.find((node) => node.key === key);
}

/** The same, when it is a node of a capability plan. */
export function cardByKey(graph: Graph, key: string | null): NodeCard | undefined {
  const node = nodeByKey(graph, key);
  return node?.type === 'STATE' ? undefined : node;
}

export function edgeByKey(graph: Graph, key: string): GraphEdge | undefined {
  return graph.edges.find((edge) => edge.key === key);
}

/** The edge that is chosen, when it is one and nothing else is. */
export function onlyEdge(editor: Editor): GraphEdge | undefined {
  const { nodes, edges } = editor.selection.getState();
  const [key] = edges;
  if (nodes.size > 0 || edges.size !== 1 || key === undefined) return undefined;
  return edgeByKey(editor.scene.getState().graph, key);
}

/** The selected nodes that belong to the document, outermost only: a box stands for what is in it, a lane for nothing. */
export function selectedNodes(editor: Editor): readonly NodeCard[] {
  return selectedCards(editor).filter((node) => node.type !== 'STATE');
}

/** The same, of a plan of either kind. */
export function selectedCards(editor: Editor): readonly GraphNode[] {
  const { nodes } = editor.selection.getState();
  const { graph } = editor.scene.getState();
  const byKey = new Map(graph.nodes.map((node) => [node.key, node]));
  return graph.nodes.filter((node) => {
    if (!nodes.has(node.key) || node.dynamic || node.lane !== null) return false;
    for (let parent = node.parent; parent !== null; parent = byKey.get(parent)?.parent ?? null) {
      if (nodes.has(parent)) return false;
    }
    return true;
  });
}

/** Where new nodes go: into the box that is focused or entered, beside the node that is focused, or to the top. */
export function containerFor(editor: Editor, graph: Graph): GraphNode | null {
  const focused = nodeByKey(graph, editor.selection.getState().focus);
  const inside = nodeByKey(graph, editor.scene.getState().inside);
  const parent = nodeByKey(graph, focused?.parent ?? null) ?? inside;
  return holderIn(graph, parent ?? null);
}

/** What takes nodes for a box: a TRY_CATCH does in the first of its lanes; null when it takes none. */
export function holderIn(graph: Graph, box: GraphNode | null): GraphNode | null {
  if (box === null || box.dynamic || box.type === 'STATE' || !isContainer(box.node)) return null;
  if (box.type !== 'TRY_CATCH' || box.lane !== null) return box;
  return graph.nodes.find((node) => node.parent === box.key && node.lane !== null) ?? null;
}

/** The name of the body that a box of the canvas shows; null is the plan's own. */
export function containerIdOf(box: GraphNode | null): ContainerId {
  return box === null ? null : bodyId(box.node.id, box.lane ?? 'body');
}

/** The nodes and edges inside a container of the plan, or the plan's own. */
export function bodyOf(plan: CapabilityPlan, container: GraphNode | null): Body {
  if (container === null || container.type === 'STATE') return plan;
  return bodiesOf(container.node).find(({ name }) => name === (container.lane ?? 'body'))?.body ?? plan;
}

/** The edit that gives nodes new places, by key, with the sizes that they have; none when there are none. */
export function placeEdits(
  editor: Editor,
  { plan, scene }: { readonly plan: { readonly id: string }; readonly scene: Scene },
  points: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): readonly Edit[] {
  const stored = editor.workspace.layout[plan.id] ?? {};
  const places: Record<string, Place> = {};
  for (const [key, { x, y }] of points) {
    const node = nodeByKey(scene.graph, key);
    if (node && !node.dynamic && node.lane === null) places[node.node.id] = { ...stored[node.node.id], x, y };
  }
  return points.size === 0 ? [] : [{ edit: 'place-nodes', plan: plan.id, places }];
}

/** The key that a node has in the graph, given that of the box it is in. */
export function keyOf(parent: string | null, node: PlanNode | string): string {
  return `${parent ?? ''}/${typeof node === 'string' ? node : node.id}`;
}
