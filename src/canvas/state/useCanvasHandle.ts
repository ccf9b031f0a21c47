import { useReactFlow } from '@xyflow/react';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport, Point, Spot } from './gestures';
import { spotAt } from './spots';
import { motionMs, useFit } from './useFit';
import { type RoomKeeper, useRoom } from './useRoom';

/** What others may ask of a canvas that is shown. */
export interface CanvasHandle extends RoomKeeper {
  /** Fits everything, or the given nodes, into the view. */
  fit(keys?: readonly string[]): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Back to 100 %. */
  resetZoom(): void;
  /** Brings a node into view without changing the zoom, unless it is too far to read. */
  reveal(key: string): void;
  /** Gives a node the focus, or the canvas' first node. */
  focus(key?: string): void;
  /** Gives the focus to a node that is drawn, else to the one that is chosen, else to the canvas as a whole. */
  takeFocus(key: string | null): void;
  /** Gives the turns that the card of an agent tells the focus; false where none are drawn. */
  readTurns(key: string): boolean;
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
  const fitView = useFit();
  const room = useRoom(region);
  useImperativeHandle(ref, (): CanvasHandle => {
    const duration = motionMs();
    const find = (key: string): HTMLElement | null =>
      region.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
    return {
      ...room,
      fit: fitView,
      zoomIn: () => void flow.zoomIn({ duration }),
      zoomOut: () => void flow.zoomOut({ duration }),
      resetZoom: () => void flow.zoomTo(1, { duration }),
      reveal: (key) => {
        const rect = store.getState().rects.get(key);
        if (!rect) return;
        const zoom = Math.max(flow.getZoom(), 0.6);
        void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration });
      },
      focus: (key) => {
        const target =
          key === undefined ? region.current?.querySelector<HTMLElement>('[data-key]') : find(key);
        target?.focus({ preventScroll: true });
      },
      takeFocus: (key) => {
        const [chosen] = [...store.getState().selection].slice(-1);
        const node = (key && find(key)) || (chosen !== undefined && find(chosen));
        (node || region.current)?.focus({ preventScroll: true });
      },
      readTurns: (key) => {
        const turns = find(key)?.querySelector<HTMLElement>('[role=log]');
        turns?.focus({ preventScroll: true });
        return turns != null;
      },
      spotAt: (client) =>
        spotAt(store.getState(), client ?? middleOf(region.current), flow.screenToFlowPosition),
      viewport: () => flow.getViewport(),
    };
  }, [flow, store, region, fitView, room]);
}

function middleOf(element: HTMLElement | null): Point {
  const rect = element?.getBoundingClientRect();
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : { x: 0, y: 0 };
}
