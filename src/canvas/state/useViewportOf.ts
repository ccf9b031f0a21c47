import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import type { CanvasViewport } from './gestures';
import { useFit } from './useFit';

/** A viewport, and how far down on the page the canvas was then. */
type Look = CanvasViewport & { readonly top: number };

/**
 * What is shown keeps its own viewport: going inside a box fits its inside, and coming back shows all where it stood
 * on the screen before, though the canvas may have moved on the page meanwhile.
 *
 * @param shown names what is shown, for instance a plan and the box of it that was entered
 */
export function useViewportOf(shown: string): void {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const fitView = useFit();
  const last = useRef(shown);
  const kept = useRef(new Map<string, Look>());
  useLayoutEffect(() => {
    if (last.current === shown) return;
    const topNow = (): number => flowStore.getState().domNode?.getBoundingClientRect().top ?? 0;
    kept.current.set(last.current, { ...flow.getViewport(), top: topNow() });
    last.current = shown;
    const before = kept.current.get(shown);
    if (before === undefined) return fitView();
    const look = (): void => {
      void flow.setViewport({ x: before.x, y: before.y + before.top - topNow(), zoom: before.zoom });
    };
    look();
    // What stands above the canvas may have come or gone with the same press, and moves it in this frame.
    const frame = requestAnimationFrame(() => requestAnimationFrame(look));
    return () => cancelAnimationFrame(frame);
  }, [shown, flow, flowStore, fitView]);
}
