import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { present } from '#base';
import { type CanvasHandle, type Gestures, PlanCanvas, type Spot } from '#canvas';
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
import { CanvasMenu, openCanvasMenu } from '../commands/CanvasMenu';
import { give } from '../commands/give';
import { readItem } from '../design/Palette';
import { machineGestures } from '../machine/machineGestures';
import { usePinnedKeys } from '../pins/pinOf';
import { drawForecast, useForecast } from '../run/forecast';
import { resultsStore } from '../run/KeptResults';
import { looksOf, setCanvasOfPage } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import type { PanelProps } from '../state/panels';
import { type Session, useEditor, useScene, useSelection, useSession } from '../state/session';
import styles from './Centre.module.css';

/** The canvas on the editor's scene. */
export function PlanSurface({ inHand }: PanelProps) {
  const session = useSession();
  const editor = useEditor();
  const graph = useScene((scene) => scene.graph);
  const boxes = useScene((scene) => scene.boxes);
  const editable = useScene(
    (scene) =>
      !scene.readOnly &&
      (scene.machine !== null || (scene.plan !== null && scene.open?.kind === 'capability')),
  );
  const shown = useScene((scene) => `${scene.open?.id ?? ''} ${scene.inside ?? ''}`);
  const selection = useSelection((state) => state.nodes);
  const selectedEdges = useSelection((state) => state.edges);
  const pinned = usePinnedKeys();
  const forecast = useForecast();
  const place = useScene((scene) => scene.stands?.place);
  const drawn = useMemo(
    () => drawForecast(graph, forecast, { pinned, boxes, place }),
    [graph, forecast, pinned, boxes, place],
  );
  const results = useStore(resultsStore, ({ byKey }) => byKey);
  const focus = useSelection((state) => state.focus);
  const connecting = useStore(editor.connecting, (state) => state.now);
  const isMachine = useScene((scene) => scene.machine !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of plan has other gestures.
  const gestures = useMemo(() => canvasGestures(session, editable), [session, editable, isMachine]);
  const keepHandle = useCallback((handle: CanvasHandle | null) => {
    setCanvasOfPage(handle);
    return () => setCanvasOfPage(null);
  }, []);
  return (
    <div className={styles.surface}>
      <PlanCanvas
        ref={keepHandle}
        graph={drawn.graph}
        shown={shown}
        looks={looksOf(editor)}
        boxes={boxes}
        mode={editable ? 'edit' : 'view'}
        selection={selection}
        selectedEdges={selectedEdges}
        pinned={pinned}
        results={results}
        foreseen={drawn.foreseen}
        current={focus}
        gestures={gestures}
        controls={!inHand}
        connecting={connecting}
      />
      <CanvasMenu />
    </div>
  );
}

/** What people do on the canvas, as verbs of the editor. A view that cannot be edited has fewer. */
function canvasGestures(session: Session, editable: boolean): Gestures {
  const { editor } = session;
  const reading: Gestures = {
    onSelect: (nodes, edges) => editor.select(nodes, edges),
    onOpen: (key) => {
      editor.select([key]);
      give(session, 'select.open');
    },
    onFold: (key, collapsed) => {
      if (!editable || isOfRun(editor, key)) editor.fold(key, collapsed);
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
    ...present({ capability: item.capability }),
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

/** Made by a run, or grown in one: the document knows nothing of its size. */
function isOfRun(editor: Editor, key: string): boolean {
  const node = editor.scene.getState().graph.nodes.find((one) => one.key === key);
  if (node === undefined || node.type === 'STATE') return node?.dynamic ?? false;
  return node.dynamic || node.agent !== undefined || node.picture !== undefined;
}
