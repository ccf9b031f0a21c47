import { ReactFlowProvider } from '@xyflow/react';
import { type Ref, useState } from 'react';
import type { ConnectingState } from '#editor';
import type { Boxes, Graph } from '#projection';
import { CanvasBody } from './CanvasBody';
import { CanvasContext, createCanvasStore } from './state/canvasStore';
import type { CanvasViewport, Gestures } from './state/gestures';
import type { CanvasHandle } from './state/useCanvasHandle';

export interface PlanCanvasProps {
  readonly graph: Graph;
  /** Where everything is drawn: `arrange` of `#layout` makes it. */
  readonly boxes: Boxes;
  /** `view` shows, walks and opens, and changes nothing. */
  readonly mode: 'edit' | 'view';
  /** Keys of the selected nodes. */
  readonly selection: ReadonlySet<string>;
  readonly selectedEdges?: ReadonlySet<string>;
  readonly gestures: Gestures;
  /** The node that has the keyboard; when it changes while the canvas has the focus, the focus follows. */
  readonly current?: string | null;
  /** A connection that is being made by keyboard: the editor walks it, the canvas shows and speaks it. */
  readonly connecting?: ConnectingState | null;
  /** What else a screen reader is told, politely. */
  readonly announcement?: string;
  /** Where to look first; without it, or with null, everything is fitted into the view. */
  readonly viewport?: CanvasViewport | null;
  /** Whether minimap and zoom bar are there; a phone may leave them out. */
  readonly controls?: boolean;
  readonly ref?: Ref<CanvasHandle>;
}

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
