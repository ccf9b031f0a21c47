import { useReactFlow } from '@xyflow/react';
import { type MouseEvent as ReactMouseEvent, useMemo } from 'react';
import { useCanvasStore } from './canvasStore';
import { spotAt } from './spots';

type AnyMouseEvent = MouseEvent | ReactMouseEvent;

interface Menu {
  onNode(event: ReactMouseEvent, node: { readonly id: string }): void;
  onPane(event: AnyMouseEvent): void;
  onSelection(event: ReactMouseEvent): void;
}

/** A right click asks for a menu; without a listener the browser's own stays. */
export function useMenu(): Menu {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const open = (event: AnyMouseEvent, key: string | null): void => {
      const state = store.getState();
      if (!state.gestures.onMenu) return;
      event.preventDefault();
      const client = { x: event.clientX, y: event.clientY };
      state.gestures.onMenu(key, spotAt(state, client, screenToFlowPosition, state.activeEdge));
    };
    return {
      onNode: (event, node) => open(event, node.id),
      onPane: (event) => open(event, null),
      onSelection: (event) => open(event, [...store.getState().selection][0] ?? null),
    };
  }, [store, screenToFlowPosition]);
}
