import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useCallback } from 'react';
import { useCanvasStore } from './canvasStore';
import { mayConnect } from './mayConnect';
import { nodeKeyAt, spotAt } from './spots';

/** A pointer that moved less than this was a click. Client pixels. */
const CLICK = 5;

/**
 * Dragging a connection out of a port. The whole card is the target, not only its dot; a drop where nothing is,
 * or a click on the port, asks for a new node.
 *
 * @returns what a port calls when the pointer goes down on it
 */
export function useConnect(): (event: PointerEvent<HTMLElement>, from: string, port: string) => void {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useCallback(
    (event, from, port) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const start = { x: event.clientX, y: event.clientY };
      let moved = false;
      const show = (now: { clientX: number; clientY: number }): void => {
        const client = { x: now.clientX, y: now.clientY };
        moved ||= Math.hypot(client.x - start.x, client.y - start.y) >= CLICK;
        const under = nodeKeyAt(client);
        const target = under !== null && mayConnect(store.getState(), from, under) ? under : null;
        const pointer = screenToFlowPosition(client, { snapToGrid: false });
        store.setState({ dragged: { from, port, pointer, target } });
      };
      const close = (): void => {
        window.removeEventListener('pointermove', show);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', close);
        window.removeEventListener('keydown', giveUp, true);
        store.setState({ dragged: null });
      };
      const giveUp = (key: KeyboardEvent): void => {
        if (key.key !== 'Escape') return;
        key.stopPropagation();
        close();
      };
      const end = (now: globalThis.PointerEvent): void => {
        show(now);
        const { dragged, gestures } = store.getState();
        close();
        const client = { x: now.clientX, y: now.clientY };
        if (dragged?.target) gestures.onConnect?.(from, port, dragged.target);
        else if (
          !moved ||
          nodeKeyAt(client) === null ||
          nodeKeyAt(client) === store.getState().nodes.get(from)?.parent
        )
          gestures.onConnectToNew?.(from, port, spotAt(store.getState(), client, screenToFlowPosition));
      };
      window.addEventListener('pointermove', show);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', close);
      window.addEventListener('keydown', giveUp, true);
      show(event);
    },
    [store, screenToFlowPosition],
  );
}
