import type { OnMoveEnd, Viewport } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { CanvasViewport, Gestures } from './gestures';

/** How a whole graph is fitted: never larger than the design's size. */
export const FIT = { maxZoom: 1, minZoom: 0.05 } as const;

interface ViewportProps {
  readonly defaultViewport?: Viewport;
  readonly onMoveEnd: OnMoveEnd;
}

/** Where the canvas looks first, and telling where it looks when a move has ended. */
export function useViewport(first: CanvasViewport | null, gestures: Gestures): ViewportProps {
  const [start] = useState(first);
  return useMemo(
    () => ({
      ...(start === null ? {} : { defaultViewport: { ...start } }),
      onMoveEnd: (_event, viewport) => gestures.onViewport?.(viewport),
    }),
    [start, gestures],
  );
}
