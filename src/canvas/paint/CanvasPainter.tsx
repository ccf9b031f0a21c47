import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import {
  type Attention,
  coverOf,
  depthOf,
  drawEdge,
  drawFar,
  drawLabel,
  EDGE_CORNER,
  EDGE_WIDTH,
  intersects,
  isOpen,
  LABEL,
  lineMark,
  type PlainMark,
  portOffset,
  type Rect,
  type RoutedEdge,
  shift,
} from '#picture';
import type { GraphEdge } from '#projection';
import { type CanvasState, type CanvasStore, useCanvasStore } from '../state/canvasStore';
import { hasLabel, isSmall, labelScale, type PaintView } from '../state/smallView';
import { FramePainter } from './FramePainter';
import { type Colours, paintMark } from './paintMark';

/** Below this zoom the name of a port could not be read. */
const LABEL_ZOOM = 0.55;
const MARCH_PER_SECOND = 20;
/** Live dashes move 20 times a second: smooth enough, and cheap. */
const MARCH_EVERY_MS = 50;

/** Paints the edges and what is no card; moves live dashes while there are any. */
class CanvasPainter extends FramePainter {
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)');
  #timer = 0;
  #leveled: Pick<CanvasState, 'boxes' | 'nodes'> | null = null;
  #levels: readonly (readonly string[])[] = [];
  readonly #marks = new WeakMap<RoutedEdge, readonly PlainMark[]>();

  constructor(
    element: HTMLCanvasElement,
    private readonly store: CanvasStore,
    private readonly view: () => PaintView,
  ) {
    super(element);
    this.request();
  }

  override close(): void {
    super.close();
    window.clearTimeout(this.#timer);
  }

  protected override paint(context: CanvasRenderingContext2D, colours: Colours): void {
    const state = this.store.getState();
    const view = this.view();
    // Labels are elements, which hear of their places through the store.
    if (state.routeBook.goOn()) this.store.setState({});
    const seen = this.#clear(context, view);
    const zoom = view.transform[2];
    this.#paintLevels(context, colours, state, seen, zoom);
    paintConnection(context, colours, state, zoom);
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
    const labelled: RoutedEdge[] = [];
    const byDepth = groupByDepth(state.routeBook.of(state).values());
    this.#levelsOf(state).forEach((keys, depth) => {
      for (const route of byDepth.get(depth) ?? []) {
        if (!intersects(boundsOfRoute(route), seen)) continue;
        labelled.push(route);
        context.lineDashOffset = route.edge.state === 'live' ? -march : 0;
        for (const mark of this.#marksOf(route, state)) paintMark(context, colours, mark, zoom);
      }
      if (state.cards.size > 0) punchCards(context, state, seen, keys);
      for (const key of keys)
        for (const mark of farMarks(state, key, seen, zoom)) paintMark(context, colours, mark, zoom);
    });
    for (const route of labelled)
      if (route.edge.transition === undefined && zoom * route.scale >= LABEL_ZOOM)
        for (const mark of drawLabel(route)) paintMark(context, colours, mark, zoom);
    const shown = labelled.filter(({ edge }) => hasLabel(edge, isSmall(zoom), state.selectedEdges));
    punchLabels(context, colours, shown, labelScale(zoom));
  }

  /** An edge that nobody looks at keeps its marks as long as it keeps its way. */
  #marksOf(route: RoutedEdge, state: CanvasState): readonly PlainMark[] {
    const attention = attentionOn(route.edge.key, state);
    if (attention !== null) return drawEdge(route, attention);
    const kept = this.#marks.get(route);
    if (kept !== undefined) return kept;
    const marks = drawEdge(route);
    this.#marks.set(route, marks);
    return marks;
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

function attentionOn(key: string, { selectedEdges, activeEdge, dropEdge }: CanvasState): Attention | null {
  if (selectedEdges.has(key)) return 'chosen';
  if (key === dropEdge) return 'drop';
  return key === activeEdge ? 'lit' : null;
}

/** What lies around an edge and what it joins. */
function boundsOfRoute({ source, target, points }: RoutedEdge): Rect {
  let left = Math.min(source.x, target.x);
  let top = Math.min(source.y, target.y);
  let right = Math.max(source.x + source.width, target.x + target.width);
  let bottom = Math.max(source.y + source.height, target.y + target.height);
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const NOTHING: readonly PlainMark[] = [];

/** A node that is seen and no card of the page, as plain marks. */
function farMarks(
  { nodes, rects, boxes, cards, selection }: CanvasState,
  key: string,
  seen: Rect,
  zoom: number,
): readonly PlainMark[] {
  const [node, rect, box] = [nodes.get(key), rects.get(key), boxes.get(key)];
  if (!node || !rect || !box || cards.has(key) || !intersects(rect, seen)) return NOTHING;
  return drawFar({ node, rect, open: isOpen(box) }, zoom, selection.has(key));
}

/** The line from a port to the pointer. */
function paintConnection(
  context: CanvasRenderingContext2D,
  colours: Colours,
  { dragged, nodes, boxes, rects }: CanvasState,
  zoom: number,
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
  const refused = dragged.refusal !== null;
  const line = lineMark(points, EDGE_CORNER, {
    stroke: refused ? 'bad' : 'accent',
    width: EDGE_WIDTH * 1.25,
    dash: dragged.over === null || refused ? [6, 4] : [],
  });
  context.lineDashOffset = 0;
  paintMark(context, colours, line, zoom);
}

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
    const cover = coverOf(box, rect);
    if (cover) context.roundRect(cover.x, cover.y, cover.width, cover.height, cover.radius);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

/** Around the word of a label, which is an element with a border. */
const AROUND = 2 * (LABEL.inset + 1);

/** Takes the labels of transitions, which are elements below, out of what is painted: lines seem to pass behind them. */
function punchLabels(
  context: CanvasRenderingContext2D,
  colours: Colours,
  routes: readonly RoutedEdge[],
  scale: number,
): void {
  context.globalCompositeOperation = 'destination-out';
  context.font = `500 ${LABEL.text}px ${colours.font}`;
  context.beginPath();
  for (const { edge, middle } of routes) {
    const { transition } = edge;
    if (transition === undefined || transition.label === '') continue;
    const width = scale * Math.min(LABEL.widest, context.measureText(transition.label).width + AROUND);
    const height = scale * LABEL.height;
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
