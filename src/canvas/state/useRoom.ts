import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useMemo } from 'react';
import { boundsOf, type Rect, wayInto } from '#picture';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport } from './gestures';
import { type FitAim, isSameRoom, isStillFitted, movedDown, type Room, stoodBefore } from './standing';
import { onScreen, useFit } from './useFit';

/** Free room around what is brought into view, in pixels. */
const ROOM = 24;

/** What a view does when the room around the canvas changes. */
export interface RoomKeeper {
  /**
   * Moves the view no further than it takes to see a node, or what it is drawn in; not at all when it is seen.
   *
   * @param forNow as long as the room is what it is: then the view stands again as it stood before
   */
  bringIn(key: string, forNow?: boolean): void;
  /**
   * The canvas may have been pushed down on the page, or have come up again: what is shown stays where it is on the screen.
   * A fitted view that nobody has moved, and that would be cut off at the top, is fitted anew. Once the room is there again,
   * a view that nobody has moved meanwhile stands as before.
   */
  pushed(): void;
  /**
   * The canvas has become wider or narrower, in this frame. Narrower, a fitted view that nobody has moved is fitted anew,
   * and so is one that had given way; every other stays where it is.
   */
  resized(): void;
  /** The same, where zoom and centre stay; in the room that it had before, a view that nobody has moved stands as before. */
  resizedAround(): void;
}

/** @param region the canvas on the page */
export function useRoom(region: RefObject<HTMLElement | null>): RoomKeeper {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  const fitView = useFit();
  return useMemo((): RoomKeeper => {
    const isUntouched = (): boolean => isStillFitted({ ...store.getState(), view: flow.getViewport() });
    const stoodIn = (room: Room) => stoodBefore({ ...store.getState(), view: flow.getViewport(), room });
    const moveTo = (view: CanvasViewport): void => {
      const { fitted } = store.getState();
      if (fitted !== null && isUntouched()) store.setState({ fitted: { ...fitted, ...view } });
      void flow.setViewport(view);
    };
    /** React Flow learns of its new size in this frame, too; something else may be shown by then. */
    const refitInNextFrame = (aim: FitAim, forNow: boolean): void => {
      requestAnimationFrame(() => {
        if (!isUntouched()) return;
        const { stood } = store.getState();
        fitView(undefined, 0, aim);
        store.setState({ stood: forNow && stood !== null ? { ...stood, now: flow.getViewport() } : null });
      });
    };
    const roomNow = (): Room | null => {
      const top = region.current?.getBoundingClientRect().top;
      const width = flowStore.getState().domNode?.clientWidth;
      return top === undefined || width === undefined ? null : { top, width };
    };
    /** Of React Flow, which learns of a new one in the next frame. */
    const widthBefore = (now: Room): number => flowStore.getState().width || now.width;
    /**
     * The room has become what it is now.
     *
     * @param before what it was until then
     * @param giveWay is done where the view cannot stand as it stood before
     */
    const change = (before: Room, now: Room, giveWay: () => void): void => {
      const stood = stoodIn(before);
      if (isSameRoom(stood.room, now)) {
        void flow.setViewport(stood.view);
        store.setState({ fitted: stood.fitted, stood: null });
        return;
      }
      store.setState({ stood });
      giveWay();
      store.setState({ stood: { ...stood, now: flow.getViewport() } });
    };
    return {
      bringIn: (key, forNow = false) => {
        const rect = rectAround(key, store.getState().rects);
        const window = region.current?.getBoundingClientRect();
        const room = roomNow();
        if (!rect || !window || room === null) return;
        const view = flow.getViewport();
        const way = wayInto(onScreen(rect, view), window, ROOM);
        if (way.x === 0 && way.y === 0) return;
        const stood = forNow ? stoodIn(room) : null;
        void flow.setViewport({ x: view.x + way.x, y: view.y + way.y, zoom: view.zoom });
        store.setState({ stood: stood && { ...stood, now: flow.getViewport() } });
      },
      pushed: () => {
        const now = roomNow();
        const { top: before } = store.getState();
        store.setState({ top: now?.top ?? null });
        if (now === null || before === null || now.top === before) return;
        change({ top: before, width: widthBefore(now) }, now, () => {
          const { stood, rects } = store.getState();
          const view = flow.getViewport();
          // What was fitted into less room need not stay so, when some of it comes back.
          const isFree = stood !== null && stood.room.width === now.width && stood.view.zoom !== view.zoom;
          const next = isFree
            ? movedDown(stood.view, stood.room, now.top)
            : movedDown(view, { top: before }, now.top);
          const wasUntouched = isUntouched();
          moveTo(next);
          const all = boundsOf([...rects.values()]);
          if (wasUntouched && all !== null && onScreen(all, next).y < 0) refitInNextFrame('whole', true);
        });
      },
      resized: () => {
        const now = roomNow();
        if (now === null) return;
        const hasGivenWay = store.getState().stood !== null;
        if (now.width < widthBefore(now) || hasGivenWay) refitInNextFrame('readable', false);
      },
      resizedAround: () => {
        const now = roomNow();
        if (now === null) return;
        const { top } = store.getState();
        const width = widthBefore(now);
        change({ top: top ?? now.top, width }, now, () => {
          const { x, y, zoom } = flow.getViewport();
          moveTo({ x: x + (now.width - width) / 2, y, zoom });
        });
      },
    };
  }, [flow, flowStore, store, region, fitView]);
}

/** A fitted view stays fitted, however large the window becomes, until somebody moves it. */
export function useStaysFitted(): void {
  const flow = useReactFlow();
  const store = useCanvasStore();
  const fitView = useFit();
  useEffect(() => {
    let frame = 0;
    const fitAgain = (): void => {
      const { fitted } = store.getState();
      if (fitted === null || !isStillFitted({ ...store.getState(), view: flow.getViewport() })) return;
      store.setState({ stood: null });
      fitView(undefined, 0, fitted.aim);
    };
    const onResize = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fitAgain);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('resize', onResize);
      cancelAnimationFrame(frame);
    };
  }, [flow, store, fitView]);
}

/** Where a node is drawn, or the innermost of what it lies in: a call of an agent in the agent's card. */
function rectAround(key: string, rects: ReadonlyMap<string, Rect>): Rect | undefined {
  const rect = rects.get(key);
  const end = key.lastIndexOf('/');
  return rect !== undefined || end <= 0 ? rect : rectAround(key.slice(0, end), rects);
}
