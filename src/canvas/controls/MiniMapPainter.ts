import { boundsOf, type Rect } from '../geometry/rect';
import type { PaintView } from '../paint/CanvasPainter';
import { type Colours, readColours } from '../paint/colours';
import { paintOf } from '../paint/paintFar';
import type { CanvasState, CanvasStore } from '../state/canvasStore';
import type { Point } from '../state/gestures';

const INSET = 6;

/** Paints the minimap when the graph or the view changed, once a frame at most. */
export class MiniMapPainter {
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

  constructor(
    private readonly element: HTMLCanvasElement,
    private readonly store: CanvasStore,
    private readonly view: () => PaintView,
  ) {
    this.#context = element.getContext('2d');
    window.addEventListener('planloom:theme', this.#restyle);
    this.request();
  }

  request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    window.removeEventListener('planloom:theme', this.#restyle);
  }

  /** The point of the canvas that is drawn at a point of the minimap. */
  canvasPoint(x: number, y: number): Point {
    return { x: (x - this.#origin.x) / this.#scale, y: (y - this.#origin.y) / this.#scale };
  }

  #paint(): void {
    this.#frame = 0;
    const context = this.#context;
    if (context === null) return;
    const colours = this.#colours ?? readColours(this.element);
    this.#colours = colours;
    const state = this.store.getState();
    const { transform, width, height } = this.view();
    const [x, y, zoom] = transform;
    const seen: Rect = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    this.#fit(context, boundsOf([...state.rects.values(), seen]) ?? seen);
    this.#paintNodes(context, colours, state);
    this.#paintSeen(context, colours, seen);
  }

  #fit(context: CanvasRenderingContext2D, bounds: Rect): void {
    const { clientWidth, clientHeight } = this.element;
    const density = window.devicePixelRatio;
    this.element.width = Math.round(clientWidth * density);
    this.element.height = Math.round(clientHeight * density);
    const room = { width: clientWidth - 2 * INSET, height: clientHeight - 2 * INSET };
    this.#scale = Math.min(room.width / bounds.width, room.height / bounds.height);
    this.#origin = {
      x: (clientWidth - bounds.width * this.#scale) / 2 - bounds.x * this.#scale,
      y: (clientHeight - bounds.height * this.#scale) / 2 - bounds.y * this.#scale,
    };
    context.setTransform(density, 0, 0, density, 0, 0);
  }

  #paintNodes(context: CanvasRenderingContext2D, colours: Colours, state: CanvasState): void {
    for (const [key, rect] of state.rects) {
      const node = state.nodes.get(key);
      const box = state.boxes.get(key);
      if (!node || !box) continue;
      const paint = paintOf(node);
      const open = box.form === 'box' && !box.collapsed;
      const { x, y, width, height } = this.#toMap(rect);
      context.beginPath();
      context.roundRect(x, y, width, height, 2);
      context.fillStyle = open ? colours[paint.fill] : colours[paint.border];
      context.globalAlpha = open ? 1 : 0.6;
      context.fill();
      context.globalAlpha = 1;
      if (!open) continue;
      context.strokeStyle = colours[paint.border];
      context.lineWidth = 1;
      context.stroke();
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
