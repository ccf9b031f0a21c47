import { Panel, useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { boundsOf, isOpen, type Rect } from '#picture';
import { type Colours, paintOf, readColours } from '../paint/paintFar';
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

/** Paints the minimap when the graph or the view changed, once a frame at most. */
class MiniMapPainter {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #restyle = (): void => {
    this.#colours = null;
    this.request();
  };
  #colours: Colours | null = null;
  #frame = 0;
  /** From canvas pixels to pixels of the minimap. */
  #scale = 1;
  #origin: Point = { x: 0, y: 0 };
  /** Told by the browser: asking the element would lay the page out in every frame of a pan. */
  #size = { width: 0, height: 0 };
  readonly #watch = new ResizeObserver(([entry]) => {
    if (entry) this.#resize(entry.contentRect);
  });

  constructor(
    private readonly element: HTMLCanvasElement,
    private readonly store: CanvasStore,
    private readonly view: () => PaintView,
  ) {
    this.#context = element.getContext('2d');
    window.addEventListener('planloom:theme', this.#restyle);
    this.#watch.observe(element);
  }

  request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    this.#watch.disconnect();
    window.removeEventListener('planloom:theme', this.#restyle);
  }

  /** The point of the canvas that is drawn at a point of the minimap. */
  canvasPoint(x: number, y: number): Point {
    return { x: (x - this.#origin.x) / this.#scale, y: (y - this.#origin.y) / this.#scale };
  }

  #paint(): void {
    this.#frame = 0;
    const context = this.#context;
    if (context === null || this.#size.width === 0) return;
    const colours = this.#colours ?? readColours(this.element);
    this.#colours = colours;
    const state = this.store.getState();
    const { transform, width, height } = this.view();
    const [x, y, zoom] = transform;
    const seen: Rect = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    this.#fit(boundsOf([...state.rects.values(), seen]) ?? seen);
    context.clearRect(0, 0, this.#size.width, this.#size.height);
    this.#paintNodes(context, colours, state);
    this.#paintSeen(context, colours, seen);
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
    const density = window.devicePixelRatio;
    this.#size = { width, height };
    this.element.width = Math.round(width * density);
    this.element.height = Math.round(height * density);
    this.#context?.setTransform(density, 0, 0, density, 0, 0);
    this.request();
  }

  #paintNodes(context: CanvasRenderingContext2D, colours: Colours, state: CanvasState): void {
    for (const [key, rect] of state.rects) {
      const node = state.nodes.get(key);
      const box = state.boxes.get(key);
      if (!node || !box) continue;
      const paint = paintOf(node);
      const open = isOpen(box);
      const { x, y, width, height } = this.#toMap(rect);
      context.fillStyle = open ? colours[paint.fill] : colours[paint.border];
      context.globalAlpha = open ? 1 : 0.6;
      fillRounded(context, x, y, width, height);
      context.globalAlpha = 1;
      if (!open) continue;
      context.strokeStyle = colours[paint.border];
      context.lineWidth = 1;
      context.strokeRect(x, y, width, height);
    }
  }

  #paintSeen(context: CanvasRenderingContext2D, colours: Colours, seen: Rect): void {
    const { x, y, width, height } = this.#toMap(seen);
    context.strokeStyle = colours.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x, y, width, height, 3);
    context.stroke();
  }

  #toMap(rect: Rect): Rect {
    return {
      x: rect.x * this.#scale + this.#origin.x,
      y: rect.y * this.#scale + this.#origin.y,
      width: Math.max(1, rect.width * this.#scale),
      height: Math.max(1, rect.height * this.#scale),
    };
  }
}

/** Below a few pixels rounded corners cost more than they show. */
const ROUNDED_FROM = 8;

function fillRounded(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (height < ROUNDED_FROM) {
    context.fillRect(x, y, width, height);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, 2);
  context.fill();
}
