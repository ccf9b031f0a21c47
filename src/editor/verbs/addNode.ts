import { BAR, CARD, EXECUTOR, GROUP, LANE, NOTE, REPEATING, type Size, TITLE_BAR } from '#layout';
import {
  type Edge,
  type Edit,
  insertOnEdge,
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
  placeEdits,
} from '../target';
import { isOrdered } from './connect';
import { onlyEdge } from './walkEdges';

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
  /** Whether the node in focus leads to it when its first port is free; true by default. */
  readonly connect?: boolean;
}

/**
 * Adds a node of a type, where the gesture wants it, connected as the gesture wants it, and selects it.
 *
 * @returns the key of the new node; null when the plan cannot be edited
 */
export function addNode(editor: Editor, type: NodeTypeName, options: AddOptions = {}): string | null {
  const ground = groundOf(editor);
  if (ground === null) return null;
  const node = withCapability(newNode(type, nodeIds(ground.plan)), options.capability);
  const edge = type === 'NOTE' || type === 'START' ? undefined : edgeToSplit(editor, ground, options);
  const { parent, edit } =
    edge !== undefined && !edge.implied
      ? spliced(editor, ground, node, edge)
      : placed(editor, ground, node, options);
  const done = editor.edit(edit, { label: `Add ${type}` });
  if (!done.ok) return null;
  const key = keyOf(parent, node);
  editor.select([key]);
  return key;
}

/** The edge of the gesture; a gesture that says where else does not mean the chosen edge. */
function edgeToSplit(editor: Editor, { scene }: Ground, options: AddOptions): GraphEdge | undefined {
  if (options.onEdge !== undefined) return edgeByKey(scene.graph, options.onEdge);
  const elsewhere = options.at ?? options.around ?? options.into ?? options.from;
  return elsewhere === undefined ? onlyEdge(editor) : undefined;
}

interface Added {
  readonly parent: string | null;
  readonly edit: Edit;
}

function placed(editor: Editor, ground: Ground, node: PlanNode, options: AddOptions): Added {
  const { graph } = ground.scene;
  const container = containerOf(editor, ground, options);
  const parent = container?.key ?? null;
  const from = options.from ?? (options.connect === false ? undefined : freePortOf(editor, ground, node));
  const source = nodeByKey(graph, from?.key ?? null);
  const anchor = source ?? nodeByKey(graph, editor.selection.getState().focus);
  const size = sizeOf(node);
  const wish = options.around ? cornerAround(options.around, size, container) : options.at;
  const place = wish
    ? firstFree(wish, size, [...boxesIn(ground.scene, parent).values()])
    : freePlace(ground.scene, container, size, anchor?.parent === parent ? anchor.key : null);
  const { plan } = ground;
  const into = containerIdOf(container);
  const add: Edit = { edit: 'add-node', plan: plan.id, into, node, place: { ...place } };
  if (from === undefined || source === undefined || source.parent !== parent || isOrdered(container)) {
    return { parent, edit: add };
  }
  const edge: Edge = { from: source.node.id, port: from.port, to: node.id };
  const edits: Edit[] = [add, { edit: 'add-edge', plan: plan.id, edge }];
  return { parent, edit: { edit: 'batch', label: 'Add node', edits } };
}

function spliced(editor: Editor, ground: Ground, node: PlanNode, edge: GraphEdge): Added {
  const from = nodeByKey(ground.scene.graph, edge.from);
  const to = nodeByKey(ground.scene.graph, edge.to);
  const parent = from?.parent ?? null;
  const { place, pushed } = roomOnEdge(ground, edge, sizeOf(node));
  const middle: Edge = { from: from?.node.id ?? '', port: edge.port, to: to?.node.id ?? '' };
  const insert = insertOnEdge(ground.plan, middle, node, { ...place });
  const edits = [insert, ...placeEdits(editor, ground, pushed)];
  return { parent, edit: { edit: 'batch', label: 'Insert', edits } };
}

function containerOf(editor: Editor, ground: Ground, options: AddOptions): GraphNode | null {
  if (options.into === undefined) return containerFor(editor, ground.scene.graph);
  return holderIn(ground.scene.graph, nodeByKey(ground.scene.graph, options.into) ?? null);
}

/** The first port of the focused node, when nothing leads from it yet and the new node can be led to. */
function freePortOf(editor: Editor, ground: Ground, node: PlanNode): AddOptions['from'] {
  if (node.type === 'START' || node.type === 'NOTE') return undefined;
  const { graph } = ground.scene;
  const focused = nodeByKey(graph, editor.selection.getState().focus);
  if (focused === undefined || focused.dynamic || focused.type === 'NOTE') return undefined;
  const used = new Set(graph.edges.filter((edge) => edge.from === focused.key).map((edge) => edge.port));
  const port = focused.ports.find((one) => one !== 'error' && one !== 'timeout' && !used.has(one));
  return port === undefined ? undefined : { key: focused.key, port };
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
