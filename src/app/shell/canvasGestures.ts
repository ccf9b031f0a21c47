import type { Gestures, Spot } from '#canvas';
import {
  addNode,
  canConnect,
  chooseRound,
  collapseNode,
  connect,
  dropNodes,
  type Editor,
  resizeNode,
} from '#editor';
import type { Edge } from '#plan';
import { give } from '../commands/give';
import { openCanvasMenu } from '../commands/openCanvasMenu';
import { readItem } from '../design/paletteItems';
import { machineGestures } from '../machine/machineGestures';
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
    onRound: (key, round) => chooseRound(editor, key, round),
    onMenu: (key, spot) => openCanvasMenu(editor, key, spot),
  };
  if (editor.scene.getState().machine !== null) return machineGestures(session, reading, editable);
  if (!editable) return reading;
  return {
    ...reading,
    onMove: (moves, ontoEdge) => dropNodes(editor, moves, ontoEdge),
    onResize: (key, size) => resizeNode(editor, key, size),
    onConnect: (from, port, to) => connect(editor, from, port, to),
    canConnect: (from, port, to) => canConnect(editor, from, port, to),
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
  const where = spot.edge === null ? { into: spot.parent, around: spot.at } : { onEdge: spot.edge };
  addNode(editor, item.type, {
    ...where,
    connect: false,
    ...(item.capability === undefined ? {} : { capability: item.capability }),
  });
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
