import { useReactFlow } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import type { CanvasViewport } from './gestures';
import { useFit } from './useFit';

/**
 * What is shown keeps its own viewport: going inside a box fits its inside, and coming back looks where one looked
 * before.
 *
 * @param shown names what is shown, for instance a plan and the box of it that was entered
 */
export function useViewportOf(shown: string): void {
  const flow = useReactFlow();
  const fitView = useFit();
  const last = useRef(shown);
  const kept = useRef(new Map<string, CanvasViewport>());
  useLayoutEffect(() => {
    if (last.current === shown) return;
    kept.current.set(last.current, flow.getViewport());
    last.current = shown;
    const viewport = kept.current.get(shown);
    if (viewport === undefined) fitView();
    else void flow.setViewport({ ...viewport });
  }, [shown, flow, fitView]);
}
