import type { NodeTypeName } from '#plan';
import type { GraphEdge, GraphNode } from '#projection';
import type { Editor } from '../editor';
import type { Point } from '../place';
import { containerFor, edgeByKey, type Ground, groundOf, holderIn, nodeByKey, onlyEdge } from '../target';
import { isOrdered } from './connect';

/** Where a gesture wants a new node. */
export interface AddOptions {
  /** Of a CAPABILITY. */
  readonly capability?: string;
  /** Key of the container it goes into, or of a lane; null for the top; by default where the focus is. */
  readonly into?: string | null;
  /** Top left corner, in pixels from that of the container; by default beside the focus. */
  readonly at?: Point;
  /** The same, for its middle: where something was dropped. */
  readonly around?: Point;
  /** The port that shall lead to it. */
  readonly from?: { readonly key: string; readonly port: string };
  /** Key of the edge that it is put into the middle of; by default the one that is chosen, when nothing else is. */
  readonly onEdge?: string;
  /** Whether it is joined to what is there; true by default. */
  readonly connect?: boolean;
}

/** How a new node is joined to what is there. */
export type Way =
  /** Into the middle of these: one edge, all that leave a port, or all that lead to an END. */
  | { readonly join: 'edges'; readonly edges: readonly [GraphEdge, ...GraphEdge[]] }
  /** A port leads to it. */
  | { readonly join: 'port'; readonly key: string; readonly port: string }
  | { readonly join: 'none' };

const NONE: Way = { join: 'none' };

/**
 * The way into a new node. What a gesture names comes first: an edge, a port, a place. Without that it goes where a
 * person would draw it next, so that nothing is left that no run reaches: into the chosen edge, behind the node in
 * focus, else before the END, else behind the last node.
 */
export function wayFor(editor: Editor, ground: Ground, type: NodeTypeName, options: AddOptions): Way {
  if (type === 'NOTE' || type === 'START') return NONE;
  const { graph } = ground.scene;
  if (options.onEdge !== undefined) return into(edgeByKey(graph, options.onEdge));
  if (options.from !== undefined) return { join: 'port', ...options.from };
  const container = containerOf(editor, ground, options);
  const focus = focusIn(editor, ground, container);
  const isPlaced = (options.at ?? options.around ?? options.into) !== undefined;
  if (options.connect === false || isPlaced) {
    return options.connect === false || focus === undefined ? NONE : freePort(ground, focus);
  }
  const way = wayByItself(editor, ground, container, focus);
  // An END in the middle would cut off what comes after it.
  return type === 'END' && way.join === 'edges' ? NONE : way;
}

function wayByItself(
  editor: Editor,
  ground: Ground,
  container: GraphNode | null,
  focus: GraphNode | undefined,
): Way {
  const chosen = onlyEdge(editor);
  if (chosen !== undefined) return into(chosen);
  if (isOrdered(container)) return NONE;
  return focus === undefined ? beforeTheEnd(ground, container) : behind(ground, focus);
}

/** How well a node of a type stands where it would go: `next` is what mostly comes after the node before it. */
export type Fit = 'next' | 'yes' | 'no';

/**
 * How well new nodes would fit where a gesture wants them, to offer them in that order (E1).
 *
 * @example fitsHere(editor, { onEdge: '/a:out->b' })('END') // 'no': it would cut off b
 */
export function fitsHere(editor: Editor, options: AddOptions = {}): (type: NodeTypeName) => Fit {
  const ground = groundOf(editor);
  if (ground === null) return () => 'yes';
  const way = wayFor(editor, ground, 'TRANSFORM', options);
  const before = way.join === 'edges' ? way.edges[0].from : way.join === 'port' ? way.key : null;
  const next = NEXT[nodeByKey(ground.scene.graph, before)?.type ?? ''];
  return (type) => {
    if (type === 'START' && startIn(ground, containerOf(editor, ground, options)) !== undefined) return 'no';
    if (type === 'END' && way.join === 'edges') return 'no';
    return type === next ? 'next' : 'yes';
  };
}

/** What a plan is made for is to be run. */
const NEXT: Readonly<Record<string, NodeTypeName>> = { PLANNER: 'PLAN_EXECUTOR' };

function into(edge: GraphEdge | undefined): Way {
  return edge === undefined || edge.implied ? NONE : { join: 'edges', edges: [edge] };
}

/** The node in focus, where the new one can follow it: in the same container. */
function focusIn(editor: Editor, { scene }: Ground, container: GraphNode | null): GraphNode | undefined {
  const focused = nodeByKey(scene.graph, editor.selection.getState().focus);
  if (focused === undefined || focused.dynamic || focused.type === 'NOTE') return undefined;
  return focused.parent === (container?.key ?? null) ? focused : undefined;
}

function freePort(ground: Ground, node: GraphNode): Way {
  const port = ordinaryPorts(node).find((one) => leaving(ground, node, one).length === 0);
  return port === undefined ? NONE : { join: 'port', key: node.key, port };
}

/** Behind a node: at its first free port, else between it and what its first port leads to; an END has only a before. */
function behind(ground: Ground, node: GraphNode): Way {
  const free = freePort(ground, node);
  if (free.join === 'port') return free;
  const [port] = ordinaryPorts(node);
  return between(port === undefined ? leadingTo(ground, node) : leaving(ground, node, port));
}

/**
 * Before the first END of a container that something leads to; without one, behind the only node that nothing follows.
 * A box without a START begins with each of its nodes: there it stands alone, as a branch of its own.
 */
function beforeTheEnd(ground: Ground, container: GraphNode | null): Way {
  const here = ground.scene.graph.nodes.filter(
    (node) => node.parent === (container?.key ?? null) && !node.dynamic && node.type !== 'NOTE',
  );
  const ends = here.filter(({ type }) => type === 'END').map((end) => leadingTo(ground, end));
  const led = ends.find((edges) => edges.length > 0);
  if (led !== undefined) return between(led);
  if (!here.some(({ type }) => type === 'START')) return NONE;
  const last = here.filter(
    (node) => node.type !== 'END' && !ground.scene.graph.edges.some(({ from }) => from === node.key),
  );
  return last.length === 1 && last[0] !== undefined ? freePort(ground, last[0]) : NONE;
}

function between([first, ...others]: readonly GraphEdge[]): Way {
  return first === undefined ? NONE : { join: 'edges', edges: [first, ...others] };
}

function leaving({ scene }: Ground, node: GraphNode, port: string): readonly GraphEdge[] {
  return scene.graph.edges.filter((edge) => edge.from === node.key && edge.port === port && !edge.implied);
}

function leadingTo({ scene }: Ground, node: GraphNode): readonly GraphEdge[] {
  return scene.graph.edges.filter((edge) => edge.to === node.key && !edge.implied);
}

/** What goes wrong has ways of its own, which nobody means without saying so. */
function ordinaryPorts(node: GraphNode): readonly string[] {
  return node.ports.filter((port) => port !== 'error' && port !== 'timeout');
}

/** The box or lane that a gesture means; null is the plan's own level. */
export function containerOf(editor: Editor, { scene }: Ground, { into }: AddOptions): GraphNode | null {
  if (into === undefined) return containerFor(editor, scene.graph);
  return holderIn(scene.graph, nodeByKey(scene.graph, into) ?? null);
}

/** The START of a container, which has one at most. */
export function startIn({ scene }: Ground, container: GraphNode | null): GraphNode | undefined {
  return scene.graph.nodes.find(
    ({ type, parent, dynamic }) => type === 'START' && parent === (container?.key ?? null) && !dynamic,
  );
}
