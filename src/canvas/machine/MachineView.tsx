import {
  Background,
  BackgroundVariant,
  type Node,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  ViewportPortal,
} from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { Rect } from '#picture';
import { FitFirst } from '../controls/FitFirst';
import { ZoomBar } from '../controls/ZoomBar';
import { CanvasContext, createCanvasStore } from '../state/canvasStore';
import { FIT } from '../state/useViewport';
import { absoluteStates } from './absoluteStates';
import type { MachineGraph } from './machineGraph';
import { StateCard, type StateNode } from './StateCard';
import { Transitions } from './Transitions';
import '../canvas.css';

const NODE_TYPES: NodeTypes = { state: StateCard };
const NO_PRO_BADGE = { hideAttribution: true };

/**
 * The compiled machine (C3), to look at: states as rounded boxes, a dot where a region begins, a ring around final
 * states, labels on the transitions.
 *
 * @param rects places from the corner of the parent: `arrangeMachine` of `#layout` makes them
 */
export function MachineView({
  graph,
  rects,
}: {
  readonly graph: MachineGraph;
  readonly rects: ReadonlyMap<string, Rect>;
}) {
  const [store] = useState(createCanvasStore);
  const absolute = useMemo(() => absoluteStates(graph.states, rects), [graph, rects]);
  useMemo(() => store.setState({ rects: absolute }), [store, absolute]);
  const nodes = useMemo(() => stateNodes(graph, rects), [graph, rects]);
  return (
    <CanvasContext value={store}>
      <ReactFlowProvider>
        <section aria-label="State view" className="plan-canvas machine" data-mode="view">
          <ReactFlow
            nodes={nodes}
            nodeTypes={NODE_TYPES}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            panOnScroll
            minZoom={FIT.minZoom}
            maxZoom={2.5}
            zoomOnDoubleClick={false}
            proOptions={NO_PRO_BADGE}
          >
            <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} color="var(--dot)" />
            <ViewportPortal>
              <Transitions graph={graph} rects={absolute} />
            </ViewportPortal>
            <FitFirst />
            <ZoomBar />
          </ReactFlow>
        </section>
      </ReactFlowProvider>
    </CanvasContext>
  );
}

const WRAPPER = { 'aria-roledescription': undefined };

function stateNodes(graph: MachineGraph, rects: ReadonlyMap<string, Rect>): StateNode[] {
  const shown = new Set<string>();
  const parallel = new Set(graph.states.flatMap(({ key, kind }) => (kind === 'parallel' ? [key] : [])));
  const containers = new Set(graph.states.map(({ parent }) => parent));
  return graph.states.flatMap((state): StateNode[] => {
    const rect = rects.get(state.key);
    if (!rect) return [];
    shown.add(state.key);
    const node: Node<StateNode['data'], 'state'> = {
      id: state.key,
      type: 'state',
      data: {
        state,
        open: containers.has(state.key),
        parted: state.parent !== null && parallel.has(state.parent) ? partedOf(rect) : null,
      },
      position: { x: rect.x, y: rect.y },
      width: rect.width,
      height: rect.height,
      domAttributes: WRAPPER,
    };
    return [state.parent !== null && shown.has(state.parent) ? { ...node, parentId: state.parent } : node];
  });
}

/** The first pane of a row has nothing at its left, those of the first row nothing above. */
function partedOf({ x, y, height }: Rect): NonNullable<StateNode['data']['parted']> {
  const [left, top] = [x > 0, y >= height];
  if (left && top) return 'both';
  if (left) return 'left';
  return top ? 'top' : 'none';
}
