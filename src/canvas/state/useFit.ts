import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { boundsOf, intersects, type Rect } from '../geometry/rect';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport } from './gestures';
import { motionMs } from './motion';
import { FIT } from './useViewport';

/** Free room at the border of the view, and where something floats over it, in pixels. */
const PLAIN = 36;
const BESIDE = 196;
const ABOVE = 120;

/**
 * Fits everything, or the given nodes, into the view, clear of what floats over its corners: as large as it can be
 * seen whole. Our own, because React Flow fits only the nodes that it holds, and from far away it holds none.
 */
export function useFit(): (keys?: readonly string[], duration?: number) => void {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  return useCallback(
    (keys, duration = motionMs()) => {
      const { rects } = store.getState();
      const wanted = [...(keys === undefined ? rects.values() : keys.flatMap((key) => rects.get(key) ?? []))];
      const bounds = boundsOf(wanted);
      const { width, height, domNode } = flowStore.getState();
      if (bounds === null || width === 0) return;
      const fitted = (right: number, bottom: number): CanvasViewport =>
        getViewportForBounds({ ...bounds }, width, height, FIT.minZoom, FIT.maxZoom, {
          top: `${PLAIN}px`,
          left: `${PLAIN}px`,
          right: `${right}px`,
          bottom: `${bottom}px`,
        });
      const floating = floatingOver(domNode);
      const isClear = (view: CanvasViewport): boolean =>
        !wanted.some((rect) => floating.some((one) => intersects(onScreen(rect, view), one)));
      const above = fitted(PLAIN, ABOVE);
      const clear = [fitted(PLAIN, PLAIN), fitted(BESIDE, PLAIN), above].filter(isClear);
      const best = clear.reduce((most, view) => (view.zoom > most.zoom ? view : most), clear[0] ?? above);
      void flow.setViewport({ ...best }, { duration });
    },
    [flow, flowStore, store],
  );
}

export function onScreen(rect: Rect, { x, y, zoom }: CanvasViewport): Rect {
  return { x: rect.x * zoom + x, y: rect.y * zoom + y, width: rect.width * zoom, height: rect.height * zoom };
}

/** Zoom bar and minimap, from the corner of the view. */
function floatingOver(view: HTMLElement | null): readonly Rect[] {
  const origin = view?.getBoundingClientRect();
  if (!view || !origin) return [];
  return [...view.querySelectorAll('.react-flow__panel')].map((panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - origin.x, y: y - origin.y, width, height };
  });
}
