import {
  Background,
  BackgroundVariant,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { Bar } from './cards/Bar';
import { Box } from './cards/Box';
import { Card } from './cards/Card';
import { guarded } from './cards/guarded';
import { HistoryMark } from './cards/HistoryMark';
import { Lane } from './cards/Lane';
import { Note } from './cards/Note';
import { Region } from './cards/Region';
import { Row } from './cards/Row';
import { ConnectHint } from './controls/ConnectHint';
import { EdgeList } from './controls/EdgeList';
import { EdgeTools } from './controls/EdgeTools';
import { FitFirst } from './controls/FitFirst';
import { MiniMap } from './controls/MiniMap';
import { Spoken } from './controls/Spoken';
import { TransitionLabels } from './controls/TransitionLabels';
import { ZoomBar } from './controls/ZoomBar';
import { EdgeLayer } from './paint/EdgeLayer';
import type { PlanCanvasProps } from './state/canvasProps';
import { FlowNodes } from './state/flowNodes';
import { isSmall } from './state/smallView';
import { useCanvasHandle } from './state/useCanvasHandle';
import { useDrag } from './state/useDrag';
import { useDrop } from './state/useDrop';
import { useEdgeHover } from './state/useEdgeHover';
import { useChoiceFollows, useFocusFollows } from './state/useFocusFollows';
import { useGraphState } from './state/useGraphState';
import { useMenu } from './state/useMenu';
import { useSelection } from './state/useSelection';
import { FIT, useViewport } from './state/useViewport';
import { useViewportOf } from './state/useViewportOf';
import './canvas.css';

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

export function CanvasBody(props: PlanCanvasProps) {
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
  const viewport = useViewport(props.viewport ?? null, gestures);
  useViewportOf(props.shown ?? '');
  useCanvasHandle(props.ref, region);
  useFocusFollows(region, props.current ?? null);
  useChoiceFollows(region);
  return (
    <section
      ref={region}
      aria-label="Canvas"
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
        {...viewport}
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
        {(props.viewport ?? null) === null && <FitFirst />}
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
