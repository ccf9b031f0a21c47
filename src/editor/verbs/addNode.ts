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
import type { Editor } from '../editor';
import { boxesIn, cornerAround, firstFree, freePlace } from '../place';
import { roomOnEdge } from '../roomOnEdge';
import { containerIdOf, type Ground, groundOf, keyOf, nodeByKey, placeEdits } from '../target';
import { isOrdered } from './connect';
import { type AddOptions, containerOf, startIn, type Way, wayFor } from './wayFor';

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
