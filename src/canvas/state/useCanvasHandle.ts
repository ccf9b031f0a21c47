import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { boundsOf, type Rect, wayInto } from '#picture';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport, Point, Spot } from './gestures';
import { spotAt } from './spots';
import { type FitAim, isFitted, motionMs, onScreen, useFit } from './useFit';

/** Free room around what is brought into view, in pixels. */
const ROOM = 24;

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
  /** Moves the view no further than it takes to see a node, or what it is drawn in; not at all when it is seen. */
  bringIn(key: string): void;
  /** Moves what is shown by CSS pixels, at once. */
  panBy(x: number, y: number): void;
  /**
   * The canvas may have been pushed down on the page, or have come up again: what is shown stays where it is on the screen.
   * A fitted view that nobody has moved, and that would be cut off at the top, is fitted anew.
   */
  pushed(): void;
  /**
   * The canvas has become wider or narrower, in this frame. Narrower, a fitted view that nobody has moved is fitted anew,
   * and every other stays where it is.
   */
  resized(): void;
  /** The same, where zoom and centre stay. */
  resizedAround(): void;
  /** Gives a node the focus, or the canvas' first node. */
  focus(key?: string): void;
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
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  const fitView = useFit();
  useImperativeHandle(ref, (): CanvasHandle => {
    const duration = motionMs();
    const find = (key: string): HTMLElement | null =>
      region.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
    const panBy = (x: number, y: number): void => {
      const { x: left, y: top, zoom } = flow.getViewport();
      void flow.setViewport({ x: left + x, y: top + y, zoom });
    };
    const isUntouched = (): boolean => isFitted(flow.getViewport(), store.getState().fitted);
    /** React Flow learns of its new size in this frame, too; something else may be shown by then. */
    const refitInNextFrame = (aim: FitAim): void => {
      requestAnimationFrame(() => {
        if (isUntouched()) fitView(undefined, 0, aim);
      });
    };
    /** By how many pixels the canvas is wider than React Flow, which learns of it in the next frame, still takes it to be. */
    const widerBy = (): number => {
      const { domNode, width } = flowStore.getState();
      return domNode === null || width === 0 ? 0 : domNode.clientWidth - width;
    };
    return {
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
      bringIn: (key) => {
        const rect = rectAround(key, store.getState().rects);
        const window = region.current?.getBoundingClientRect();
        if (!rect || !window) return;
        const way = wayInto(onScreen(rect, flow.getViewport()), window, ROOM);
        if (way.x !== 0 || way.y !== 0) panBy(way.x, way.y);
      },
      panBy,
      pushed: () => {
        const top = region.current?.getBoundingClientRect().top ?? null;
        const { top: before, rects } = store.getState();
        store.setState({ top });
        if (top === null || before === null || top === before) return;
        const wasUntouched = isUntouched();
        panBy(0, before - top);
        if (!wasUntouched) return;
        const fitted = flow.getViewport();
        store.setState({ fitted });
        const all = boundsOf([...rects.values()]);
        if (all !== null && onScreen(all, fitted).y < 0) refitInNextFrame('whole');
      },
      resized: () => {
        if (widerBy() >= 0) return;
        refitInNextFrame('readable');
      },
      resizedAround: () => {
        const wasUntouched = isUntouched();
        panBy(widerBy() / 2, 0);
        if (wasUntouched) store.setState({ fitted: flow.getViewport() });
      },
      focus: (key) => {
        const target =
          key === undefined ? region.current?.querySelector<HTMLElement>('[data-key]') : find(key);
        target?.focus({ preventScroll: true });
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
  }, [flow, flowStore, store, region, fitView]);
}

/** Where a node is drawn, or the innermost of what it lies in: a call of an agent in the agent's card. */
function rectAround(key: string, rects: ReadonlyMap<string, Rect>): Rect | undefined {
  const rect = rects.get(key);
  const end = key.lastIndexOf('/');
  return rect !== undefined || end <= 0 ? rect : rectAround(key.slice(0, end), rects);
}

function middleOf(element: HTMLElement | null): Point {
  const rect = element?.getBoundingClientRect();
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : { x: 0, y: 0 };
}
