import { ancestorsOf, type Edge, type Edit, edgeKey, isContainer, type Place } from '#plan';
import type { GraphNode } from '#projection';
import type { Editor } from '../editor';
import { dropStates } from '../machine/changeStates';
import type { Point } from '../place';
import { roomOnEdge } from '../roomOnEdge';
import {
  bodyOf,
  cardByKey,
  containerIdOf,
  edgeByKey,
  type Ground,
  groundOf,
  keyOf,
  nodeByKey,
  placeEdits,
} from '../target';

/** Where a node was dropped: in which box (null is the top), and where in it. */
export interface Drop extends Point {
  readonly key: string;
  readonly parent: string | null;
}

/**
 * What the end of a drag means, in one step of undo: nodes have new places; one that was dropped into another box,
 * or out of one, goes there and loses the edges that held it; a single node dropped on an edge is put into its
 * middle.
 *
 * @returns false when nothing was moved
 */
export function dropNodes(editor: Editor, drops: readonly Drop[], ontoEdge: string | null = null): boolean {
  if (editor.scene.getState().machine !== null) return dropStates(editor, drops);
  const ground = groundOf(editor);
  if (ground === null) return false;
  const edits: Edit[] = [];
  const places: Record<string, Place> = {};
  const keys: string[] = [];
  for (const drop of drops) {
    const node = cardByKey(ground.scene.graph, drop.key);
    if (node === undefined || node.dynamic || node.lane !== null) continue;
    const target = nodeByKey(ground.scene.graph, drop.parent) ?? null;
    const moves = node.parent !== drop.parent && canHold(target, node);
    if (moves) edits.push(...reparent(ground, node, target));
    if (!moves && node.parent !== drop.parent) continue;
    const stored = editor.workspace.layout[ground.plan.id]?.[node.node.id];
    places[node.node.id] = { ...stored, x: drop.x, y: drop.y };
    keys.push(keyOf(drop.parent, node.node));
  }
  if (keys.length === 0) return false;
  edits.push({ edit: 'place-nodes', plan: ground.plan.id, places });
  const [only] = drops;
  if (ontoEdge !== null && drops.length === 1 && only !== undefined) {
    edits.push(...spliced(editor, ground, only, ontoEdge));
  }
  const done = editor.edit({ edit: 'batch', label: 'Move', edits }, { label: 'Move' }).ok;
  if (done) editor.select(keys);
  return done;
}

/** A node that is put into an edge stands level in its middle; where it may not, it only moved. */
function spliced(editor: Editor, ground: Ground, drop: Drop, ontoEdge: string): readonly Edit[] {
  const { key } = drop;
  const edits = spliceEdits(ground, key, ontoEdge);
  const edge = edgeByKey(ground.scene.graph, ontoEdge);
  const box = ground.scene.boxes.get(key);
  if (edits === null || edge === undefined || box === undefined) return [];
  const { place, pushed } = roomOnEdge(ground.scene, edge, box, drop);
  return [...edits, ...placeEdits(editor, ground, new Map([...pushed, [key, place]]))];
}

/** Nodes go into containers, into a lane of a TRY_CATCH, and to the top, never into themselves or into what a planner made. */
function canHold(target: GraphNode | null, node: GraphNode): boolean {
  if (target === null) return true;
  if (target.dynamic || target.type === 'STATE' || !isContainer(target.node)) return false;
  if (target.type === 'TRY_CATCH' && target.lane === null) return false;
  return !isAtOrIn(target.key, node.key);
}

/** Whether a key is that of a box, of one of its lanes, or of something inside. */
function isAtOrIn(key: string, box: string): boolean {
  return key === box || key.startsWith(`${box}/`) || key.startsWith(`${box}.`);
}

function reparent({ plan, scene }: Ground, node: GraphNode, target: GraphNode | null): Edit[] {
  const body = bodyOf(plan, nodeByKey(scene.graph, node.parent) ?? null);
  const { id } = node.node;
  const held: Edge[] = body.edges.filter((edge) => edge.from === id || edge.to === id);
  const index = bodyOf(plan, target).nodes.length;
  const move: Edit = { edit: 'move-node', plan: plan.id, node: id, into: containerIdOf(target), index };
  return held.length === 0 ? [move] : [{ edit: 'remove-edges', plan: plan.id, edges: held }, move];
}

/**
 * Puts a node that is there already into the middle of an edge of its container. Edges that it has stay; only a node with a
 * port to go on from can be spliced.
 *
 * @returns null where it cannot stand there
 */
function spliceEdits({ plan, scene }: Ground, key: string, edgeInGraph: string): Edit[] | null {
  const { graph } = scene;
  const node = nodeByKey(graph, key);
  const edge = edgeByKey(graph, edgeInGraph);
  const from = nodeByKey(graph, edge?.from ?? null);
  const to = nodeByKey(graph, edge?.to ?? null);
  if (!node || !edge || !from || !to || edge.implied || node.dynamic) return null;
  const port = node.ports[0];
  if (port === undefined || node.parent !== from.parent || node === from || node === to) return null;
  if (node.type === 'START') return null;
  const body = bodyOf(plan, nodeByKey(graph, node.parent) ?? null);
  const cycle =
    ancestorsOf(body, from.node.id).has(node.node.id) || ancestorsOf(body, node.node.id).has(to.node.id);
  if (cycle) return null;
  const there = new Set(body.edges.map(edgeKey));
  const old: Edge = { from: from.node.id, port: edge.port, to: to.node.id };
  const edits: Edit[] = [{ edit: 'remove-edges', plan: plan.id, edges: [old] }];
  for (const wish of [
    { from: from.node.id, port: edge.port, to: node.node.id },
    { from: node.node.id, port, to: to.node.id },
  ]) {
    if (!there.has(edgeKey(wish))) edits.push({ edit: 'add-edge', plan: plan.id, edge: wish });
  }
  return edits;
}
