import { getViewportForBounds, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { boundsOf, intersects, labelRect, type Rect } from '#picture';
import { type CanvasState, useCanvas, useCanvasStore } from './canvasStore';
import type { CanvasViewport } from './gestures';
import type { FitAim } from './standing';

/** How a whole graph is fitted: never larger than the design's size. */
export const FIT = { maxZoom: 1, minZoom: 0.05 } as const;

/** Free room at the border of the view, and where something floats over it, in pixels. */
const PLAIN = 36;
const BESIDE = 196;
const ABOVE_BAR = 62;
const ABOVE = 120;

/**
 * Fits everything, or the given nodes, into the view, clear of what floats over its corners: as large as it can be
 * seen whole. Our own, because React Flow fits only the nodes that it holds, and from far away it holds none.
 */
export function useFit(): (keys?: readonly string[], duration?: number, aim?: FitAim) => void {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  return useCallback(
    (keys, duration = motionMs(), aim = 'whole') => {
      const state = store.getState();
      const { rects } = state;
      const wanted =
        keys === undefined
          ? [...rects.values(), ...transitionsIn(state)]
          : keys.flatMap((key) => rects.get(key) ?? []);
      const bounds = boundsOf(wanted);
      const { domNode } = flowStore.getState();
      // React Flow's own width and height are those of a frame ago, which tells where a panel has just taken room.
      const { clientWidth: width, clientHeight: height } = domNode ?? { clientWidth: 0, clientHeight: 0 };
      if (bounds === null || width === 0) return;
      const within = (right: number, bottom: number): CanvasViewport =>
        getViewportForBounds({ ...bounds }, width, height, FIT.minZoom, FIT.maxZoom, {
          top: `${PLAIN}px`,
          left: `${PLAIN}px`,
          right: `${right}px`,
          bottom: `${bottom}px`,
        });
      const floating = floatingOver(domNode);
      const isClear = (view: CanvasViewport): boolean =>
        !wanted.some((rect) => floating.some((one) => intersects(onScreen(rect, view), one)));
      const above = within(PLAIN, ABOVE);
      const clear = [within(PLAIN, PLAIN), within(BESIDE, PLAIN), within(BESIDE, ABOVE_BAR), above].filter(
        isClear,
      );
      const best = clear.reduce((most, view) => (view.zoom > most.zoom ? view : most), clear[0] ?? above);
      const view = aim === 'readable' ? readableView(best, state, bounds, { width, height }) : best;
      const fitted = keys === undefined ? { ...view, aim } : null;
      // It is that of the room that there is now, whoever has still to be told of it.
      store.setState({ fitted, top: domNode?.getBoundingClientRect().top ?? null });
      void flow.setViewport({ ...view }, { duration });
    },
    [flow, flowStore, store],
  );
}

/** Whether there is something to look at, and a view to fit it into. */
export function useIsReady(): boolean {
  const isDrawn = useCanvas((state) => state.rects.size > 0);
  return useStore((flow) => flow.width > 0 && flow.panZoom !== null) && isDrawn;
}

/** What transitions take: their lines, which lead around states, and their labels. */
function transitionsIn(state: CanvasState): readonly Rect[] {
  if (!state.edges.some(({ transition }) => transition !== undefined)) return [];
  return [...state.routeBook.of(state).values()].flatMap(({ edge: { transition }, points, middle }) => {
    if (transition === undefined) return [];
    const lines = points.map(({ x, y }) => ({ x, y, width: 0, height: 0 }));
    const { label, offset } = transition;
    const at = { x: middle.x + (offset?.x ?? 0), y: middle.y + (offset?.y ?? 0) };
    return label === '' ? lines : [...lines, labelRect(label, at)];
  });
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

/** Names of cards can be read at this zoom. */
const READABLE = 0.7;
/** Views that are at least so wide show the whole: there is a minimap. CSS pixels. */
const HAND = 700;
/** Free room at the border, CSS pixels. */
const ROOM = 24;

/**
 * In a hand a large graph that is fitted whole is a pattern of dots: what is running is shown instead, or where it begins,
 * at a size that can be read. The rest is a swipe away.
 */
function readableView(
  whole: CanvasViewport,
  { nodes, rects }: Pick<CanvasState, 'nodes' | 'rects'>,
  bounds: Rect,
  { width, height }: { readonly width: number; readonly height: number },
): CanvasViewport {
  if (width >= HAND || whole.zoom >= READABLE) return whole;
  const cards = [...nodes.values()].filter(({ key, container }) => !container && rects.has(key));
  const centre = cards.find(({ status }) => status === 'running') ?? cards[0];
  const rect = centre && rects.get(centre.key);
  if (rect === undefined) return whole;
  const along = (view: number, at: number, from: number, length: number): number => {
    const wanted = view / 2 - at * READABLE;
    const last = view - ROOM - (from + length) * READABLE;
    const first = ROOM - from * READABLE;
    // What fits in this direction stands in the middle.
    return last > first ? (last + first) / 2 : Math.min(first, Math.max(last, wanted));
  };
  return {
    x: along(width, rect.x + rect.width / 2, bounds.x, bounds.width),
    y: along(height, rect.y + rect.height / 2, bounds.y, bounds.height),
    zoom: READABLE,
  };
}

/** How long a move of the viewport takes, in milliseconds: nothing where people asked for less motion. */
export function motionMs(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160;
}
