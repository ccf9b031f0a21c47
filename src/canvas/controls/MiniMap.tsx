import { Panel, useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { boundsOf, drawOnMap, isOpen, type Rect } from '#picture';
import { FramePainter } from '../paint/FramePainter';
import { type Colours, paintMark } from '../paint/paintMark';
import { type CanvasState, type CanvasStore, useCanvasStore } from '../state/canvasStore';
import type { Point } from '../state/gestures';
import type { PaintView } from '../state/smallView';

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

const INSET = 6;

class MiniMapPainter extends FramePainter {
  /** From canvas pixels to pixels of the minimap. */
  #scale = 1;
  #origin: Point = { x: 0, y: 0 };
  /** Told by the browser: asking the element would lay the page out in every frame of a pan. */
  #size = { width: 0, height: 0 };
  readonly #watch = new ResizeObserver(([entry]) => {
    if (entry) this.#resize(entry.contentRect);
  });

  constructor(
    element: HTMLCanvasElement,
    private readonly store: CanvasStore,
    private readonly view: () => PaintView,
  ) {
    super(element);
    this.#watch.observe(element);
  }

  override close(): void {
    super.close();
    this.#watch.disconnect();
  }

  /** The point of the canvas that is drawn at a point of the minimap. */
  canvasPoint(x: number, y: number): Point {
    return { x: (x - this.#origin.x) / this.#scale, y: (y - this.#origin.y) / this.#scale };
  }

  protected override paint(context: CanvasRenderingContext2D, colours: Colours): void {
    if (this.#size.width === 0) return;
    const state = this.store.getState();
    const { transform, width, height } = this.view();
    const [x, y, zoom] = transform;
    const seen: Rect = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    this.#fit(boundsOf([...state.rects.values(), seen]) ?? seen);
    const density = this.element.width / this.#size.width;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, this.#size.width, this.#size.height);
    this.#paintNodes(context, colours, state);
    const look = { stroke: 'accent', width: 1.5 } as const;
    paintMark(context, colours, { tag: 'rect', ...this.#toMap(seen), radius: 3, look }, 1);
  }

  #fit(bounds: Rect): void {
    const { width, height } = this.#size;
    this.#scale = Math.min((width - 2 * INSET) / bounds.width, (height - 2 * INSET) / bounds.height);
    this.#origin = {
      x: (width - bounds.width * this.#scale) / 2 - bounds.x * this.#scale,
      y: (height - bounds.height * this.#scale) / 2 - bounds.y * this.#scale,
    };
  }

  /** The element has another size on the screen. */
  #resize({ width, height }: { readonly width: number; readonly height: number }): void {
    this.#size = { width, height };
    this.element.width = Math.round(width * window.devicePixelRatio);
    this.element.height = Math.round(height * window.devicePixelRatio);
    this.request();
  }

  #paintNodes(context: CanvasRenderingContext2D, colours: Colours, state: CanvasState): void {
    for (const [key, rect] of state.rects) {
      const [node, box] = [state.nodes.get(key), state.boxes.get(key)];
      if (!node || !box) continue;
      for (const mark of drawOnMap({ node, rect: this.#toMap(rect), open: isOpen(box) }))
        paintMark(context, colours, mark, 1);
    }
  }

  #toMap(rect: Rect): Rect {
    return {
      x: rect.x * this.#scale + this.#origin.x,
      y: rect.y * this.#scale + this.#origin.y,
      width: rect.width * this.#scale,
      height: rect.height * this.#scale,
    };
  }
}
