import { note } from '#base';
import { ancestorsOf, type Body, type Edge, edgeKey } from '#plan';
import type { Graph, GraphNode } from '#projection';
import type { Editor } from '../editor';
import { canLead, lead, statesToLeadTo } from '../machine/transitions';
import { bodyOf, groundOf, nodeByKey } from '../target';

/**
 * Whether an edge may be drawn: true, or the reason in one sentence, for a tooltip or a screen reader. What is
 * refused here could never run; what is only doubtful is drawn and listed as a problem (E4).
 */
export function canConnect(editor: Editor, from: string, port: string, to: string): true | string {
  if (editor.scene.getState().machine !== null) return canLead(editor, from, to);
  const origin = originOf(editor, from);
  if (typeof origin === 'string') return origin;
  const target = nodeByKey(origin.graph, to);
  return target === undefined ? NO_NODE : canReach(origin, port, target);
}

/** Draws an edge; false when `canConnect` has a reason against it, which `document.refused` then holds. */
export function connect(editor: Editor, from: string, port: string, to: string): boolean {
  if (editor.scene.getState().machine !== null) return lead(editor, from, to);
  const answer = canConnect(editor, from, port, to);
  if (answer !== true) editor.refuse(note('NOT_CONNECTED', answer, 'Choose another node.'));
  const ground = groundOf(editor);
  if (ground === null || answer !== true) return false;
  const source = nodeByKey(ground.scene.graph, from)?.node.id ?? '';
  const target = nodeByKey(ground.scene.graph, to)?.node.id ?? '';
  const edge: Edge = { from: source, port, to: target };
  return editor.edit({ edit: 'add-edge', plan: ground.plan.id, edge }, { label: 'Connect' }).ok;
}

/** The keys that an edge from this port may lead to, those nearest to its right and below first. */
export function targetsFor(editor: Editor, from: string, port: string): readonly string[] {
  if (editor.scene.getState().machine !== null) return statesToLeadTo(editor, from);
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
  const start = originOf(editor, from);
  if (typeof start === 'string') return [];
  return graph.nodes
    .filter((node) => canReach(start, port, node) === true)
    .map((node) => ({ key: node.key, far: distance(node.key) }))
    .sort((one, other) => one.far - other.far)
    .map((one) => one.key);
}

/** Whether the nodes of a container need no edges: a SYNC GROUP. */
export function isOrdered(parent: GraphNode | null): boolean {
  return parent?.node.type === 'GROUP' && parent.node.params.mode === 'SYNC';
}

const NO_NODE = 'There is no such node.';

/** Where an edge would begin, with what is asked of every target: worked out once, however many there are. */
interface Origin {
  readonly graph: Graph;
  readonly source: GraphNode;
  readonly edges: ReadonlySet<string>;
  /** Ids of the nodes that lead to it. */
  readonly before: ReadonlySet<string>;
}

function originOf(editor: Editor, from: string): Origin | string {
  const ground = groundOf(editor);
  if (ground === null) return 'This plan cannot be edited now.';
  const { graph } = ground.scene;
  const source = nodeByKey(graph, from);
  if (source === undefined) return NO_NODE;
  if (source.dynamic) return 'What a planner made is not edited here.';
  const parent = nodeByKey(graph, source.parent) ?? null;
  const body: Body = bodyOf(ground.plan, parent);
  const before = ancestorsOf(body, source.node.id);
  return { graph, source, edges: new Set(body.edges.map(edgeKey)), before };
}

function canReach({ graph, source, edges, before }: Origin, port: string, target: GraphNode): true | string {
  if (target.dynamic) return 'What a planner made is not edited here.';
  if (source.parent !== target.parent) return 'An edge joins two nodes of one container.';
  if (isOrdered(nodeByKey(graph, source.parent) ?? null)) {
    return 'The nodes of this group follow each other in order, without edges.';
  }
  const { id } = target.node;
  if (source.node.id === id) return 'A node cannot lead to itself; loops are containers.';
  if (target.type === 'START' || target.type === 'NOTE') return 'Nothing can lead there.';
  if (!source.ports.includes(port)) return `This node has no port "${port}".`;
  if (edges.has(edgeKey({ from: source.node.id, port, to: id }))) return 'That edge is there already.';
  return before.has(id) ? 'That would be a cycle; loops are containers.' : true;
}
