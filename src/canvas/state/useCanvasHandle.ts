import { useReactFlow } from '@xyflow/react';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport, Point, Spot } from './gestures';
import { motionMs } from './motion';
import { spotAt } from './spots';
import { useFit } from './useFit';

/** What others may ask of a canvas that is shown. */
export interface CanvasHandle {
  /** Fits everything, or the given nodes, into the view. */
  fit(keys?: readonly string[]): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Back to 100 %. */
  resetZoom(): void;
  /** Brings a node into view without changing the zoom, unless it is too far to read. */
  reveal(key: string): void;
  /** Moves what is shown by CSS pixels, at once. */
  panBy(x: number, y: number): void;
  /** Gives a node the focus, or the canvas' first node. */
  focus(key?: string): void;
  /** What is at a point of the screen: for clicks in the palette, the middle of the view is `spotAt()`. */
  spotAt(client?: Point): Spot;
  viewport(): CanvasViewport;
}

export function useCanvasHandle(
  ref: Ref<CanvasHandle> | undefined,
  region: RefObject<HTMLElement | null>,
): void {
  const flow = useReactFlow();
  const store = useCanvasStore();
  const fit = useFit();
  useImperativeHandle(ref, (): CanvasHandle => {
    const duration = motionMs();
    const find = (key: string): HTMLElement | null =>
      region.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
    return {
      fit,
      zoomIn: () => void flow.zoomIn({ duration }),
      zoomOut: () => void flow.zoomOut({ duration }),
      resetZoom: () => void flow.zoomTo(1, { duration }),
      reveal: (key) => {
        const rect = store.getState().rects.get(key);
        if (!rect) return;
        const zoom = Math.max(flow.getZoom(), 0.6);
        void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration });
      },
      panBy: (x, y) => {
        const { x: left, y: top, zoom } = flow.getViewport();
        void flow.setViewport({ x: left + x, y: top + y, zoom });
      },
      focus: (key) => {
        const target =
          key === undefined ? region.current?.querySelector<HTMLElement>('[data-key]') : find(key);
        target?.focus({ preventScroll: true });
      },
      spotAt: (client) =>
        spotAt(store.getState(), client ?? middleOf(region.current), flow.screenToFlowPosition),
      viewport: () => flow.getViewport(),
    };
  }, [flow, store, region, fit]);
}

function middleOf(element: HTMLElement | null): Point {
  const rect = element?.getBoundingClientRect();
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : { x: 0, y: 0 };
}
