import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useCanvasStore } from '../state/canvasStore';
import { CanvasPainter } from './CanvasPainter';

/**
 * One canvas element that holds every edge, and from far away every node. It lies above the cards and leaves
 * them out of what it paints: measured, a canvas below many cards makes the browser split them into layers and
 * costs five times as much; above them it costs nothing (see the README).
 */
export function EdgeLayer() {
  const element = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const store = useCanvasStore();
  useEffect(() => {
    if (element.current === null) return;
    const painter = new CanvasPainter(element.current, store, () => flow.getState());
    const stopFlow = flow.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height)
        painter.request();
    });
    const stopStore = store.subscribe(() => painter.request());
    return () => {
      stopFlow();
      stopStore();
      painter.close();
    };
  }, [flow, store]);
  return <canvas ref={element} className="edge-layer" />;
}
