import { ancestorsOf, type Edge, type Edit, edgeKey } from '#plan';
import type { Editor } from '../editor';
import { bodyOf, edgeByKey, type Ground, groundOf, nodeByKey } from '../target';

/**
 * Puts a node that is there already into the middle of an edge of its container: what dropping it on the edge
 * means. Edges that it has stay; only a node with a port to go on from can be spliced.
 */
export function spliceIntoEdge(editor: Editor, key: string, edge: string): boolean {
  const ground = groundOf(editor);
  const edits = ground === null ? null : spliceEdits(ground, key, edge);
  if (edits === null) return false;
  return editor.edit({ edit: 'batch', label: 'Insert', edits }, { label: 'Insert' }).ok;
}

/** The edits of it; null when the node cannot stand there. */
export function spliceEdits({ plan, scene }: Ground, key: string, edgeInGraph: string): Edit[] | null {
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
