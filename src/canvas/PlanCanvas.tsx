import './canvas.css';
import {
  Background,
  BackgroundVariant,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import { Box } from './cards/Box';
import { Card } from './cards/Card';
import { guarded } from './cards/guarded';
import { Bar, HistoryMark, Lane, Note, Region, Row } from './cards/plainCards';
import { ConnectHint, EdgeTools } from './controls/EdgeTools';
import { MiniMap } from './controls/MiniMap';
import { EdgeList, Spoken } from './controls/Spoken';
import { TransitionLabels } from './controls/TransitionLabels';
import { ZoomBar } from './controls/ZoomBar';
import { EdgeLayer } from './paint/CanvasPainter';
import type { PlanCanvasProps } from './state/canvasProps';
import { CanvasContext, createCanvasStore } from './state/canvasStore';
import { FlowNodes, useSelection } from './state/flowNodes';
import { useLooks } from './state/looks';
import { isSmall } from './state/smallView';
import { useCanvasHandle } from './state/useCanvasHandle';
import { useDrag, useDrop, useMenu } from './state/useDrag';
import { useEdgeHover } from './state/useEdgeHover';
import { FIT } from './state/useFit';
import { useChoiceFollows, useFocusFollows } from './state/useFocusFollows';
import { useGraphState } from './state/useGraphState';
import { useStaysFitted } from './state/useRoom';

/**
 * The canvas (U: `region` "Canvas"): draws a graph with React Flow and tells what people do on it. It is
 * controlled: nothing changes until graph, boxes or selection come back changed. Keys are the editor's commands; the
 * app gives those of the view to the handle. How it stays quick with 1,000 nodes is in this room's README.
 *
 * @example
 * <PlanCanvas graph={graph} boxes={arrange(graph, places)} mode="edit" selection={selection} gestures={gestures} />
 */
export function PlanCanvas(props: PlanCanvasProps) {
  const [store] = useState(createCanvasStore);
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>
        <CanvasBody {...props} />
      </ReactFlowProvider>
    </CanvasContext>
  );
}

const NODE_TYPES: NodeTypes = {
  card: guarded(Card),
  bar: guarded(Bar),
  box: guarded(Box),
  lane: guarded(Lane),
  note: guarded(Note),
  row: guarded(Row),
  region: guarded(Region),
  mark: guarded(HistoryMark),
};
const SNAP: [number, number] = [20, 20];
const MIDDLE_BUTTON = [1];
const SEVERAL = ['Shift', 'Meta', 'Control'];
const NO_PRO_BADGE = { hideAttribution: true };

function CanvasBody(props: PlanCanvasProps) {
  const { mode, selection, gestures } = props;
  const small = useStore((flowState) => isSmall(flowState.transform[2]));
  const drag = useDrag();
  const { boxes, nodes, cards, many, far } = useGraphState(props, drag.moved);
  const flow = useRef(new FlowNodes());
  const flowNodes = useMemo(
    () =>
      flow.current.make({
        nodes,
        boxes,
        moved: drag.moved,
        selection,
        editable: mode === 'edit' && gestures.onMove !== undefined,
        cards,
      }),
    [nodes, boxes, drag.moved, selection, mode, gestures, cards],
  );
  const region = useRef<HTMLElement>(null);
  const onNodesChange = useSelection(selection, gestures, drag.onNodesChange);
  const hover = useEdgeHover();
  const drop = useDrop();
  const menu = useMenu();
  useLooks(props.shown ?? '', props.looks, region);
  useCanvasHandle(props.ref, region);
  useStaysFitted();
  useFocusFollows(region, props.current ?? null);
  useChoiceFollows(region);
  return (
    <section
      ref={region}
      aria-label="Canvas"
      // Of what has gone the focus comes here, where keys go on as before.
      tabIndex={-1}
      className="plan-canvas"
      data-mode={mode}
      data-far={far || undefined}
      data-small={small || undefined}
      {...drop}
      {...hover}
    >
      <ReactFlow
        nodes={flowNodes}
        nodeTypes={NODE_TYPES}
        onNodesChange={onNodesChange}
        onNodeDragStop={drag.onNodeDragStop}
        onNodeClick={({ shiftKey, metaKey, ctrlKey }, { id }) => {
          // React Flow leaves several chosen when one of them is clicked; what is clicked alone is meant alone.
          if (selection.size > 1 && !shiftKey && !metaKey && !ctrlKey) gestures.onSelect?.([id], []);
        }}
        onNodeDoubleClick={(_event, node) => gestures.onOpen?.(node.id)}
        onNodeContextMenu={menu.onNode}
        onPaneContextMenu={menu.onPane}
        onSelectionContextMenu={menu.onSelection}
        onlyRenderVisibleElements={many}
        disableKeyboardA11y
        nodesFocusable={false}
        nodesConnectable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={SEVERAL}
        selectionOnDrag={mode === 'edit'}
        selectionMode={SelectionMode.Partial}
        panOnDrag={mode === 'edit' ? MIDDLE_BUTTON : true}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={FIT.minZoom}
        maxZoom={2.5}
        snapToGrid
        snapGrid={SNAP}
        elevateNodesOnSelect={false}
        selectNodesOnDrag
        nodeDragThreshold={3}
        proOptions={NO_PRO_BADGE}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} color="var(--dot)" />
        <EdgeLayer />
        <TransitionLabels />
        <EdgeTools />
        {props.controls !== false && <ZoomBar />}
        {props.controls !== false && <MiniMap />}
      </ReactFlow>
      <EdgeList />
      <ConnectHint />
      <Spoken announcement={props.announcement ?? ''} />
    </section>
  );
}
