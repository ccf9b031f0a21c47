import { ancestorsOf, type Body, type Edge, edgeKey, type PlanNode, portsOf } from '#plan';
import type { GraphNode } from '#projection';
import type { Editor } from '../editor';
import { bodyOf, groundOf, nodeByKey } from '../target';

/**
 * Whether an edge may be drawn: true, or the reason in one sentence, for a tooltip or a screen reader. What is
 * refused here could never run; what is only doubtful is drawn and listed as a problem (E4).
 */
export function canConnect(editor: Editor, from: string, port: string, to: string): true | string {
  const ground = groundOf(editor);
  if (ground === null) return 'This plan cannot be edited now.';
  const { graph } = ground.scene;
  const source = nodeByKey(graph, from);
  const target = nodeByKey(graph, to);
  if (source === undefined || target === undefined) return 'There is no such node.';
  if (source.dynamic || target.dynamic) return 'What a planner made is not edited here.';
  if (source.parent !== target.parent) return 'An edge joins two nodes of one container.';
  const parent = nodeByKey(graph, source.parent) ?? null;
  if (isOrdered(parent)) return 'The nodes of this group follow each other in order, without edges.';
  return canJoin(bodyOf(ground.plan, parent), source.node, port, target.node);
}

/** Draws an edge; false when `canConnect` has a reason against it. */
export function connect(editor: Editor, from: string, port: string, to: string): boolean {
  const ground = groundOf(editor);
  if (ground === null || canConnect(editor, from, port, to) !== true) return false;
  const source = nodeByKey(ground.scene.graph, from)?.node.id ?? '';
  const target = nodeByKey(ground.scene.graph, to)?.node.id ?? '';
  const edge: Edge = { from: source, port, to: target };
  return editor.edit({ edit: 'add-edge', plan: ground.plan.id, edge }, { label: 'Connect' }).ok;
}

/** The keys that an edge from this port may lead to, those nearest to its right and below first. */
export function targetsFor(editor: Editor, from: string, port: string): readonly string[] {
  const { graph, boxes } = editor.scene.getState();
  const origin = boxes.get(from);
  const distance = (key: string): number => {
    const box = boxes.get(key);
    if (box === undefined || origin === undefined) return Number.POSITIVE_INFINITY;
    const across = box.x - origin.x;
    const down = box.y - origin.y;
    // People draw from left to right: what lies behind is offered last.
    return Math.hypot(across, down) + (across < 0 ? 10_000 : 0);
  };
  return graph.nodes
    .filter((node) => canConnect(editor, from, port, node.key) === true)
    .map((node) => ({ key: node.key, far: distance(node.key) }))
    .sort((one, other) => one.far - other.far)
    .map((one) => one.key);
}

/** Whether the nodes of a container need no edges: a SYNC GROUP. */
export function isOrdered(parent: GraphNode | null): boolean {
  return parent?.node.type === 'GROUP' && parent.node.params.mode === 'SYNC';
}

function canJoin(body: Body, source: PlanNode, port: string, target: PlanNode): true | string {
  if (source.id === target.id) return 'A node cannot lead to itself; loops are containers.';
  if (target.type === 'START' || target.type === 'NOTE') return 'Nothing can lead there.';
  if (!portsOf(source).includes(port)) return `This node has no port "${port}".`;
  const key = edgeKey({ from: source.id, port, to: target.id });
  if (body.edges.some((edge) => edgeKey(edge) === key)) return 'That edge is there already.';
  if (ancestorsOf(body, source.id).has(target.id)) return 'That would be a cycle; loops are containers.';
  return true;
}
