import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import {
  depthOf,
  EDGE_WIDTH,
  HALF_BEAM,
  intersects,
  portOffset,
  type Rect,
  type RoutedEdge,
  shift,
} from '#picture';
import type { GraphEdge } from '#projection';
import { type CanvasState, type CanvasStore, useCanvasStore } from '../state/canvasStore';
import { hasLabel, isSmall, labelScale, type PaintView } from '../state/smallView';
import { paintEdges, paintLabels, tracePath } from './paintEdges';
import { type Colours, paintFar, readColours } from './paintFar';

const MARCH_PER_SECOND = 20;
/** Live dashes move 20 times a second: smooth enough, and cheap. */
const MARCH_EVERY_MS = 50;

/** Paints when something changed, once a frame at most; moves live dashes while there are any. */
class CanvasPainter {
  readonly #context: CanvasRenderingContext2D | null;
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)');
  readonly #restyle = (): void => {
    this.#colours = null;
    this.request();
  };
  #colours: Colours | null = null;
  #frame = 0;
  #timer = 0;
  #leveled: Pick<CanvasState, 'boxes' | 'nodes'> | null = null;
  #levels: readonly (readonly string[])[] = [];

  constructor(
    private readonly element: HTMLCanvasElement,
    private readonly store: CanvasStore,
    private readonly view: () => PaintView,
  ) {
    this.#context = element.getContext('2d');
    window.addEventListener('planloom:theme', this.#restyle);
    // Text is painted anew once the bundled font is there.
    document.fonts.ready.then(this.#restyle);
    this.request();
  }

  /** Asks for a new picture in the next frame. */
  request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#timer);
    this.#frame = -1;
    window.removeEventListener('planloom:theme', this.#restyle);
  }

  #paint(): void {
    this.#frame = 0;
    const context = this.#context;
    if (context === null) return;
    const state = this.store.getState();
    const view = this.view();
    const colours = this.#colours ?? readColours(this.element);
    this.#colours = colours;
    // Labels are elements, which hear of their places through the store.
    if (state.routeBook.goOn()) this.store.setState({});
    const seen = this.#clear(context, view);
    const zoom = view.transform[2];
    this.#paintLevels(context, colours, state, seen, zoom);
    paintConnection(context, colours, state);
    this.#marchOn(state.edges);
    if (state.routeBook.isPending) this.request();
  }

  #paintLevels(
    context: CanvasRenderingContext2D,
    colours: Colours,
    state: CanvasState,
    seen: Rect,
    zoom: number,
  ): void {
    const march = this.#still.matches ? 0 : (performance.now() / 1000) * MARCH_PER_SECOND;
    const far = { ...state, boxOf: (key: string) => state.boxes.get(key), seen, zoom };
    const labelled: RoutedEdge[] = [];
    const byDepth = groupByDepth(state.routeBook.of(state).values());
    this.#levelsOf(state).forEach((keys, depth) => {
      const routes = byDepth.get(depth) ?? [];
      labelled.push(
        ...paintEdges(context, colours, {
          routes,
          seen,
          zoom,
          march,
          active: state.activeEdge,
          drop: state.dropEdge,
          selected: state.selectedEdges,
        }),
      );
      if (state.cards.size > 0) punchCards(context, state, seen, keys);
      paintFar(context, colours, far, keys);
    });
    paintLabels(context, colours, zoom, labelled);
    const shown = labelled.filter(({ edge }) => hasLabel(edge, isSmall(zoom), state.selectedEdges));
    punchLabels(context, colours, shown, labelScale(zoom));
  }

  #levelsOf(state: CanvasState): readonly (readonly string[])[] {
    const last = this.#leveled;
    if (last?.boxes !== state.boxes || last.nodes.size !== state.nodes.size) this.#levels = levelsOf(state);
    this.#leveled = state;
    return this.#levels;
  }

  /** Fits the element to its size, clears it and sets canvas coordinates. @returns what is seen of the canvas */
  #clear(context: CanvasRenderingContext2D, { transform, width, height }: PaintView): Rect {
    const density = window.devicePixelRatio;
    const [x, y, zoom] = transform;
    if (this.element.width !== Math.round(width * density)) this.element.width = Math.round(width * density);
    if (this.element.height !== Math.round(height * density))
      this.element.height = Math.round(height * density);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.element.width, this.element.height);
    context.setTransform(density * zoom, 0, 0, density * zoom, density * x, density * y);
    return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  }

  #marchOn(edges: readonly GraphEdge[]): void {
    window.clearTimeout(this.#timer);
    if (this.#still.matches || !edges.some((edge) => edge.state === 'live')) return;
    this.#timer = window.setTimeout(() => this.request(), MARCH_EVERY_MS);
  }
}

function groupByDepth(routes: Iterable<RoutedEdge>): ReadonlyMap<number, readonly RoutedEdge[]> {
  const groups = new Map<number, RoutedEdge[]>();
  for (const route of routes) {
    const group = groups.get(route.depth);
    if (group) group.push(route);
    else groups.set(route.depth, [route]);
  }
  return groups;
}

/** Keys of the nodes that are drawn, by how deep they lie. */
function levelsOf({ nodes, boxes }: CanvasState): readonly (readonly string[])[] {
  const levels: string[][] = [];
  for (const key of nodes.keys()) {
    if (!boxes.has(key)) continue;
    const depth = depthOf(key, nodes);
    while (levels.length <= depth) levels.push([]);
    levels[depth]?.push(key);
  }
  return levels;
}

/** The line from a port to the pointer. */
function paintConnection(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { dragged, nodes, boxes, rects }: CanvasState,
): void {
  if (dragged === null) return;
  const node = nodes.get(dragged.from);
  const box = boxes.get(dragged.from);
  const rect = rects.get(dragged.from);
  if (!node || !box || !rect) return;
  const from = shift(rect, portOffset(node, dragged.port, box));
  const { x, y } = dragged.pointer;
  const middle = (from.x + x) / 2;
  const points = [from, { x: middle, y: from.y }, { x: middle, y }, { x, y }];
  context.strokeStyle = colours[dragged.refusal === null ? 'accent' : 'bad'];
  context.lineWidth = EDGE_WIDTH * 1.25;
  context.setLineDash(dragged.over === null || dragged.refusal !== null ? [6, 4] : []);
  context.beginPath();
  tracePath(context, points, 14);
  context.stroke();
  context.setLineDash([]);
}

const CARD_RADIUS = 12;
const BOX_RADIUS = 16;

/** Takes the nodes of one depth out of what is painted, so that edges seem to pass behind them. */
function punchCards(
  context: CanvasRenderingContext2D,
  { rects, boxes, cards }: Pick<CanvasState, 'rects' | 'boxes' | 'cards'>,
  seen: Rect,
  keys: readonly string[],
): void {
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  for (const key of keys) {
    const rect = rects.get(key);
    const box = boxes.get(key);
    if (!rect || !box || !cards.has(key) || !intersects(rect, seen)) continue;
    // Nothing passes through a lane or a region: their edges lie deeper.
    if (box.form === 'lane' || box.form === 'region') continue;
    if (box.form === 'bar') {
      const half = HALF_BEAM * box.scale;
      context.rect(rect.x + rect.width / 2 - half, rect.y, 2 * half, rect.height);
      continue;
    }
    const radius = (box.form === 'box' ? BOX_RADIUS : CARD_RADIUS) * box.scale;
    context.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

const TEXT = 11;
const HEIGHT = 20;
const AROUND = 18;
const WIDEST = 220;

/** Takes the labels of transitions, which are elements below, out of what is painted: lines seem to pass behind them. */
function punchLabels(
  context: CanvasRenderingContext2D,
  colours: Colours,
  routes: readonly RoutedEdge[],
  scale: number,
): void {
  context.globalCompositeOperation = 'destination-out';
  context.font = `500 ${TEXT}px ${colours.font}`;
  context.beginPath();
  for (const { edge, middle } of routes) {
    const { transition } = edge;
    if (transition === undefined || transition.label === '') continue;
    const width = scale * Math.min(WIDEST, context.measureText(transition.label).width + AROUND);
    const height = scale * HEIGHT;
    const x = middle.x + (transition.offset?.x ?? 0);
    const y = middle.y + (transition.offset?.y ?? 0);
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

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
