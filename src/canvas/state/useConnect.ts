import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useCallback } from 'react';
import { useCanvasStore } from './canvasStore';
import { beginConnection, pointOf } from './connection';

/** @returns what a port calls when the pointer goes down on it: a connection begins there */
export function useConnect(): (event: PointerEvent<HTMLElement>, from: string, port: string) => void {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useCallback(
    (event, from, port) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const canvas = event.currentTarget.closest('.plan-canvas');
      beginConnection({ store, toCanvas: screenToFlowPosition, canvas }, from, port, pointOf(event));
    },
    [store, screenToFlowPosition],
  );
}
