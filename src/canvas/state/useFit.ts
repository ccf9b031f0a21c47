import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { boundsOf } from '../geometry/rect';
import { useCanvasStore } from './canvasStore';
import { motionMs } from './motion';
import { FIT } from './useViewport';

/**
 * Fits everything, or the given nodes, into the view. Our own, because React Flow fits only the nodes that it holds,
 * and from far away it holds none.
 */
export function useFit(): (keys?: readonly string[]) => void {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  return useCallback(
    (keys) => {
      const { rects } = store.getState();
      const wanted = keys === undefined ? rects.values() : keys.flatMap((key) => rects.get(key) ?? []);
      const bounds = boundsOf(wanted);
      const { width, height } = flowStore.getState();
      if (bounds === null || width === 0) return;
      const viewport = getViewportForBounds(
        { ...bounds },
        width,
        height,
        FIT.minZoom,
        FIT.maxZoom,
        FIT.padding,
      );
      void flow.setViewport(viewport, { duration: motionMs() });
    },
    [flow, flowStore, store],
  );
}
