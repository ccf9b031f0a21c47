import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import { useCanvasStore } from './canvasStore';
import { NODE_MIME } from './gestures';
import { boxAt, spotAt } from './spots';
import { edgeNear } from './useEdgeHover';

const REACH = 28;

interface Drop {
  onDragOver(event: DragEvent<HTMLElement>): void;
  onDragLeave(event: DragEvent<HTMLElement>): void;
  onDrop(event: DragEvent<HTMLElement>): void;
}

/** Dropping from the palette: on an edge to insert, into a group, or where nothing is. Files are not for the canvas. */
export function useDrop(): Drop {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const clear = (): void => store.setState({ dropEdge: null, dropBox: null });
    return {
      onDragOver: (event) => {
        const { gestures, mode } = store.getState();
        if (mode !== 'edit' || !gestures.onDropItem || !event.dataTransfer.types.includes(NODE_MIME)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const at = screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
        const state = store.getState();
        const dropEdge = edgeNear(state, at, REACH);
        store.setState({ dropEdge, dropBox: dropEdge === null ? boxAt(state, at) : null });
      },
      onDragLeave: (event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          clear();
      },
      onDrop: (event) => {
        const state = store.getState();
        const item = event.dataTransfer.getData(NODE_MIME);
        if (item === '') return;
        event.preventDefault();
        const client = { x: event.clientX, y: event.clientY };
        const at = screenToFlowPosition({ ...client }, { snapToGrid: false });
        const spot = spotAt(state, client, screenToFlowPosition, edgeNear(state, at, REACH));
        clear();
        state.gestures.onDropItem?.(item, spot);
      },
    };
  }, [store, screenToFlowPosition]);
}
