import { Panel, useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useCanvasStore } from '../state/canvasStore';
import { MiniMapPainter } from './MiniMapPainter';

/** The whole graph in a corner, on one small canvas; press or drag in it to move the view. */
export function MiniMap() {
  const element = useRef<HTMLCanvasElement>(null);
  const painter = useRef<MiniMapPainter>(null);
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const store = useCanvasStore();
  useEffect(() => {
    if (element.current === null) return;
    const made = new MiniMapPainter(element.current, store, () => flowStore.getState());
    painter.current = made;
    const stop = [
      flowStore.subscribe((now, before) => {
        if (now.transform !== before.transform || now.width !== before.width) made.request();
      }),
      store.subscribe((now, before) => {
        if (now.rects !== before.rects || now.nodes !== before.nodes) made.request();
      }),
    ];
    return () => {
      for (const unsubscribe of stop) unsubscribe();
      made.close();
    };
  }, [flowStore, store]);
  const look = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = painter.current?.canvasPoint(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    if (at) void flow.setCenter(at.x, at.y, { zoom: flow.getZoom() });
  };
  return (
    <Panel position="bottom-right" className="mini-map nopan">
      {/* The zoom bar, the keys and the outline do the same by keyboard. */}
      <canvas ref={element} onPointerDown={look} onPointerMove={look} />
    </Panel>
  );
}
