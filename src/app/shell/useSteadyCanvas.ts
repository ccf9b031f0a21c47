import { type RefCallback, useCallback } from 'react';
import { canvasOfPage } from '../state/canvas';

/**
 * Keeps the nodes where they are on the screen while something above the canvas comes, grows or goes (D4: the viewport
 * stays where the user put it): what pushes the canvas down by some pixels moves its view up by as many.
 *
 * @returns the ref of what stands above the canvas
 */
export function useSteadyCanvas(): RefCallback<HTMLElement> {
  return useCallback((above) => {
    if (above === null) return;
    let height: number | null = null;
    const observer = new ResizeObserver(() => {
      const next = above.getBoundingClientRect().height;
      // The first look is the height that the canvas was fitted under.
      if (height !== null && next !== height) canvasOfPage()?.pushedBy(next - height);
      height = next;
    });
    observer.observe(above);
    return () => observer.disconnect();
  }, []);
}
