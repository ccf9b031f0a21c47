import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useCanvasStore } from './canvasStore';

/** Moves the focus to the node that has the keyboard, and brings it into view, while the canvas has the focus. */
export function useFocusFollows(region: RefObject<HTMLElement | null>, current: string | null): void {
  const store = useCanvasStore();
  const flow = useReactFlow();
  useEffect(() => {
    const canvas = region.current;
    if (current === null || !canvas?.contains(document.activeElement)) return;
    const rect = store.getState().rects.get(current);
    const { x, y, zoom } = flow.getViewport();
    const outside =
      rect !== undefined &&
      (rect.x * zoom + x < 0 ||
        rect.y * zoom + y < 0 ||
        (rect.x + rect.width) * zoom + x > canvas.clientWidth ||
        (rect.y + rect.height) * zoom + y > canvas.clientHeight);
    if (rect && outside) void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom });
    // A node that was out of view is in the page one frame later.
    const frame = requestAnimationFrame(() => {
      canvas
        .querySelector<HTMLElement>(`[data-key="${CSS.escape(current)}"]`)
        ?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [current, region, store, flow]);
}
