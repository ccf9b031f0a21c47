import { type Edge, type Edit, edgeKey } from '#plan';
import type { Editor } from '../editor';
import { bodyOf, edgeByKey, groundOf, nodeByKey } from '../target';

/**
 * Puts a node that is there already into the middle of an edge of its container: what dropping it on the edge
 * means. Edges that it has stay; only a node with a port to go on from can be spliced.
 */
export function spliceIntoEdge(editor: Editor, key: string, edgeKeyInGraph: string): boolean {
  const ground = groundOf(editor);
  if (ground === null) return false;
  const { graph } = ground.scene;
  const node = nodeByKey(graph, key);
  const edge = edgeByKey(graph, edgeKeyInGraph);
  const from = nodeByKey(graph, edge?.from ?? null);
  const to = nodeByKey(graph, edge?.to ?? null);
  if (!node || !edge || !from || !to || edge.implied || node.dynamic) return false;
  const port = node.ports[0];
  if (port === undefined || node.parent !== from.parent || node === from || node === to) return false;
  const body = bodyOf(ground.plan, nodeByKey(graph, node.parent) ?? null);
  const there = new Set(body.edges.map(edgeKey));
  const plan = ground.plan.id;
  const old: Edge = { from: from.node.id, port: edge.port, to: to.node.id };
  const edits: Edit[] = [{ edit: 'remove-edges', plan, edges: [old] }];
  for (const wish of [
    { from: from.node.id, port: edge.port, to: node.node.id },
    { from: node.node.id, port, to: to.node.id },
  ]) {
    if (!there.has(edgeKey(wish))) edits.push({ edit: 'add-edge', plan, edge: wish });
  }
  return editor.edit({ edit: 'batch', label: 'Insert', edits }, { label: 'Insert' }).ok;
}
