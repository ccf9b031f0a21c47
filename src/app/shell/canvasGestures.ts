import type { Gestures, Move, Spot } from '#canvas';
import { addNode, collapseNode, connect, type Editor, moveNodes, resizeNode, spliceIntoEdge } from '#editor';
import type { Edge, Edit, Place } from '#plan';
import { give } from '../commands/give';
import { readItem } from '../design/paletteItems';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';

/** What people do on the canvas, as verbs of the editor. A view that cannot be edited has fewer. */
export function canvasGestures(session: Session, editable: boolean): Gestures {
  const { editor } = session;
  const reading: Gestures = {
    onSelect: (nodes, edges) => editor.select(nodes, edges),
    onOpen: (key) => {
      editor.select([key]);
      give(session, 'select.open');
    },
    onFold: (key, collapsed) => {
      if (!editable || isDynamic(editor, key)) editor.fold(key, collapsed);
      else collapseNode(editor, key, collapsed);
    },
    onDropFiles: (files) => openDialog({ kind: 'import', files }),
  };
  if (!editable) return reading;
  return {
    ...reading,
    onMove: (moves, ontoEdge) => move(editor, moves, ontoEdge),
    onResize: (key, size) => resizeNode(editor, key, size),
    onConnect: (from, port, to) => connect(editor, from, port, to),
    onConnectToNew: (from, port, spot) =>
      openDialog({ kind: 'adder', options: { from: { key: from, port }, ...placeOf(spot) } }),
    onInsert: (edge) => openDialog({ kind: 'adder', options: { onEdge: edge } }),
    onDeleteEdge: (key) => deleteEdge(editor, key),
    onDropItem: (text, spot) => drop(editor, text, spot),
    onTidy: () => give(session, 'arrange.tidy'),
  };
}

function placeOf(spot: Spot) {
  return { into: spot.parent, at: spot.at };
}

function drop(editor: Editor, text: string, spot: Spot): void {
  const item = readItem(text);
  if (item === null) return;
  const where = spot.edge === null ? placeOf(spot) : { onEdge: spot.edge };
  addNode(editor, item.type, {
    ...where,
    connect: false,
    ...(item.capability === undefined ? {} : { capability: item.capability }),
  });
}

/** A drag within its box moves; into another box it changes where the node belongs, when no edge holds it. */
function move(editor: Editor, moves: readonly Move[], ontoEdge: string | null): void {
  const { graph, plan } = editor.scene.getState();
  const byKey = new Map(graph.nodes.map((node) => [node.key, node]));
  const settled = moves.filter(({ key, parent }) => byKey.get(key)?.parent === parent);
  const strays = moves.filter(({ key, parent }) => byKey.get(key)?.parent !== parent);
  if (settled.length > 0) moveNodes(editor, new Map(settled.map(({ key, x, y }) => [key, { x, y }])));
  const [only] = settled;
  if (only && moves.length === 1 && ontoEdge !== null) spliceIntoEdge(editor, only.key, ontoEdge);
  if (plan === null || strays.length === 0) return;
  const places: Record<string, Place> = {};
  const edits: Edit[] = strays.flatMap(({ key, parent, x, y }): Edit[] => {
    const node = byKey.get(key)?.node;
    const box = parent === null ? null : byKey.get(parent);
    if (node === undefined || (box !== null && box?.node.type !== 'GROUP')) return [];
    places[node.id] = { ...editor.workspace.layout[plan.id]?.[node.id], x, y };
    const body = box === null ? plan : box.node.type === 'GROUP' ? box.node.body : plan;
    return [
      {
        edit: 'move-node',
        plan: plan.id,
        node: node.id,
        into: box?.node.id ?? null,
        index: body.nodes.length,
      },
    ];
  });
  if (edits.length === 0) return;
  edits.push({ edit: 'place-nodes', plan: plan.id, places });
  editor.edit({ edit: 'batch', label: 'Move into', edits }, { label: 'Move into' });
}

function deleteEdge(editor: Editor, key: string): void {
  const { graph, plan } = editor.scene.getState();
  const edge = graph.edges.find((one) => one.key === key);
  const from = graph.nodes.find((node) => node.key === edge?.from);
  const to = graph.nodes.find((node) => node.key === edge?.to);
  if (!edge || !from || !to || plan === null || edge.implied) return;
  const gone: Edge = { from: from.node.id, port: edge.port, to: to.node.id };
  editor.edit({ edit: 'remove-edges', plan: plan.id, edges: [gone] }, { label: 'Delete edge' });
}

function isDynamic(editor: Editor, key: string): boolean {
  return editor.scene.getState().graph.nodes.find((node) => node.key === key)?.dynamic ?? false;
}
