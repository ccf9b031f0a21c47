import { useReactFlow } from '@xyflow/react';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { boundsOf, intersects, type Rect } from '#picture';
import { useCanvasStore } from './canvasStore';
import type { CanvasViewport } from './gestures';
import { isSameView, movedDown } from './standing';
import { onScreen, useFit, useIsReady } from './useFit';

/** A viewport, and how far down on the page the canvas was when it was set. */
export type Look = CanvasViewport & { readonly top: number };

/** Where people have looked, by the names of what was shown. Who keeps it finds it in the next canvas, too. */
export type Looks = Map<string, Look>;

/**
 * What is shown keeps its own viewport: going inside a box fits its inside, and coming back shows all where it stood
 * on the screen before, though the canvas may have moved on the page, or have been away, meanwhile. A canvas that is new
 * fits what nobody has looked at yet.
 *
 * @param shown names what is shown, for instance a plan and the box of it that was entered
 * @param given where looks are kept; without it this canvas keeps them for itself
 */
export function useLooks(
  shown: string,
  given: Looks | undefined,
  region: RefObject<HTMLElement | null>,
): void {
  const flow = useReactFlow();
  const store = useCanvasStore();
  const fitView = useFit();
  const [own] = useState<Looks>(() => new Map());
  const looks = given ?? own;
  const last = useRef(shown);
  const isReady = useIsReady();
  const lookAgain = useCallback(
    (name: string): boolean => {
      const look = looks.get(name);
      const canvas = region.current?.getBoundingClientRect();
      if (look === undefined || canvas === undefined) return false;
      const view = movedDown(look, look, canvas.top);
      const all = boundsOf([...store.getState().rects.values()]);
      if (all !== null && !isSeen(all, view, canvas)) return false;
      void flow.setViewport(view);
      return true;
    },
    [looks, region, store, flow],
  );

  useLayoutEffect(() => {
    const canvas = region.current?.getBoundingClientRect();
    if (canvas === undefined) return;
    const { top } = canvas;
    const { top: before } = store.getState();
    // What stands above the canvas may have come or gone with the same press: the view is still that of before.
    store.setState({ top });
    if (last.current === shown) return;
    store.setState({ stood: null });
    looks.set(last.current, { ...flow.getViewport(), top: before ?? top });
    last.current = shown;
    if (!lookAgain(shown)) fitView();
  }, [shown, looks, flow, store, fitView, lookAgain, region]);

  useLayoutEffect(() => {
    if (!isReady) return;
    if (!lookAgain(last.current)) fitView(undefined, 0, 'readable');
    return () => {
      const view = flow.getViewport();
      const { top, fitted } = store.getState();
      // What was seen whole is seen whole again, however large the next canvas is.
      if (top === null || isSameView(view, fitted)) looks.delete(last.current);
      else looks.set(last.current, { ...view, top });
    };
  }, [isReady, looks, flow, store, lookAgain, fitView]);
}

function isSeen(all: Rect, view: CanvasViewport, { width, height }: DOMRect): boolean {
  return intersects(onScreen(all, view), { x: 0, y: 0, width, height });
}
