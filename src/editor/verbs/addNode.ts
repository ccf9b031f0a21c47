import { BAR, CARD, EXECUTOR, GROUP, LANE, NOTE, REPEATING, type Size, TITLE_BAR } from '#layout';
import {
  type Edge,
  type Edit,
  insertOnEdges,
  type NodeTypeName,
  newNode,
  nodeIds,
  type PlanNode,
} from '#plan';
import type { GraphEdge, GraphNode } from '#projection';
import type { Editor } from '../editor';
import { boxesIn, cornerAround, firstFree, freePlace, type Point } from '../place';
import { roomOnEdge } from '../roomOnEdge';
import {
  containerFor,
  containerIdOf,
  edgeByKey,
  type Ground,
  groundOf,
  holderIn,
  keyOf,
  nodeByKey,
  onlyEdge,
  placeEdits,
} from '../target';
import { isOrdered } from './connect';

/**
 * Adds a node of a type, where the gesture wants it, connected as the gesture wants it (`wayFor`), and selects it. Of a
 * second START, which no scope has, the one that is there is selected.
 *
 * @returns the key of the new node; null when the plan cannot be edited
 */
export function addNode(editor: Editor, type: NodeTypeName, options: AddOptions = {}): string | null {
  const ground = groundOf(editor);
  if (ground === null) return null;
  const start = type === 'START' ? startIn(ground, containerOf(editor, ground, options)) : undefined;
  if (start !== undefined) {
    editor.select([start.key]);
    return start.key;
  }
  const node = withCapability(newNode(type, nodeIds(ground.plan)), options.capability);
  const way = wayFor(editor, ground, type, options);
  const { parent, edit } =
    way.join === 'edges'
      ? spliced(editor, ground, node, way)
      : placed(editor, ground, node, { way, options });
  const done = editor.edit(edit, { label: `Add ${type}` });
  if (!done.ok) return null;
  const key = keyOf(parent, node);
  editor.select([key]);
  return key;
}

interface Added {
  readonly parent: string | null;
  readonly edit: Edit;
}

interface Wanted {
  readonly way: Exclude<Way, { readonly join: 'edges' }>;
  readonly options: AddOptions;
}

function placed(editor: Editor, ground: Ground, node: PlanNode, { way, options }: Wanted): Added {
  const { graph } = ground.scene;
  const container = containerOf(editor, ground, options);
  const parent = container?.key ?? null;
  const source = way.join === 'port' ? nodeByKey(graph, way.key) : undefined;
  const anchor = source ?? nodeByKey(graph, editor.selection.getState().focus);
  const size = sizeOf(node);
  const wish = options.around ? cornerAround(options.around, size, container) : options.at;
  const place = wish
    ? firstFree(wish, size, [...boxesIn(ground.scene, parent).values()])
    : freePlace(ground.scene, container, size, anchor?.parent === parent ? anchor.key : null);
  const { plan } = ground;
  const into = containerIdOf(container);
  const add: Edit = { edit: 'add-node', plan: plan.id, into, node, place: { ...place } };
  if (way.join === 'none' || source === undefined || source.parent !== parent || isOrdered(container)) {
    return { parent, edit: add };
  }
  const edge: Edge = { from: source.node.id, port: way.port, to: node.id };
  const edits: Edit[] = [add, { edit: 'add-edge', plan: plan.id, edge }];
  return { parent, edit: { edit: 'batch', label: 'Add node', edits } };
}

function spliced(
  editor: Editor,
  ground: Ground,
  node: PlanNode,
  { edges }: Extract<Way, { readonly join: 'edges' }>,
): Added {
  const { graph } = ground.scene;
  const idOf = (key: string) => nodeByKey(graph, key)?.node.id ?? '';
  const { place, pushed } = roomOnEdge(ground.scene, edges[0], sizeOf(node));
  const middle = edges.map(({ from, port, to }): Edge => ({ from: idOf(from), port, to: idOf(to) }));
  const insert = insertOnEdges(ground.plan, middle, node, { ...place });
  const edits = [insert, ...placeEdits(editor, ground, pushed)];
  const parent = nodeByKey(graph, edges[0].from)?.parent ?? null;
  return { parent, edit: { edit: 'batch', label: 'Insert', edits } };
}

function withCapability(node: PlanNode, capability: string | undefined): PlanNode {
  if (capability === undefined || node.type !== 'CAPABILITY') return node;
  const { input: _example, ...rest } = node;
  return { ...rest, params: { capability } };
}

const SIZES: Readonly<Partial<Record<NodeTypeName, Size>>> = {
  PLAN_EXECUTOR: EXECUTOR,
  GROUP,
  ITERATOR: REPEATING,
  LOOP: REPEATING,
  RETRY: REPEATING,
  TRY_CATCH: { width: REPEATING.width, height: TITLE_BAR + 3 * LANE.height },
  FORK: BAR,
  JOIN: BAR,
  NOTE,
};

function sizeOf(node: PlanNode): Size {
  return SIZES[node.type] ?? CARD;
}

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
type Way =
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
function wayFor(editor: Editor, ground: Ground, type: NodeTypeName, options: AddOptions): Way {
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
function containerOf(editor: Editor, { scene }: Ground, { into }: AddOptions): GraphNode | null {
  if (into === undefined) return containerFor(editor, scene.graph);
  return holderIn(scene.graph, nodeByKey(scene.graph, into) ?? null);
}

/** The START of a container, which has one at most. */
function startIn({ scene }: Ground, container: GraphNode | null): GraphNode | undefined {
  return scene.graph.nodes.find(
    ({ type, parent, dynamic }) => type === 'START' && parent === (container?.key ?? null) && !dynamic,
  );
}
