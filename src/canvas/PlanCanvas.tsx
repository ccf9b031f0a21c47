import { ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import { CanvasBody } from './CanvasBody';
import type { PlanCanvasProps } from './state/canvasProps';
import { CanvasContext, createCanvasStore } from './state/canvasStore';

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
