import type { GraphEdge } from '#projection';
import { isNameless } from '../cardText';
import { middleOf } from './along';
import type { Point } from './point';
import { inputOffset, portOffset, shift } from './ports';
import type { Rect } from './rect';
import { depthOf, type RoutedEdge, type RouteInput, type Routes } from './routed';
import { routeTransitions } from './transitions/transitionRoutes';

/** In a container with more nodes than this, lines may pass behind cards: looking for free ways costs too much. */
const AVOID_AMONG = 120;

/** Ways of all edges whose both ends are drawn, at once. */
export function routeEdges(input: RouteInput, before?: Routes): Routes {
  if (hasTransitions(input)) return routeTransitions(input);
  const routes = new Map<string, RoutedEdge>();
  const routing = routeInSlices(input, routes, before);
  while (!routing.next().done);
  return routes;
}

export function hasTransitions({ edges }: RouteInput): boolean {
  return edges.some(({ transition }) => transition !== undefined);
}

/** So many edges are routed in one go: of a larger graph the others follow frame by frame (measured: 6 µs each). */
export const EDGES_AT_ONCE = 8_000;

/**
 * Puts the ways of edges that are no transitions into `routes`, a slice at each step. Those whose ends stand where
 * they stood keep their way from `before`, so that dragging one node routes its own edges only.
 */
export function* routeInSlices(
  input: RouteInput,
  routes: Map<string, RoutedEdge>,
  before: Routes = new Map(),
): Generator<void, void> {
  const siblings = siblingRects(input);
  let made = 0;
  for (const edge of input.edges) {
    const ends = endsOf(edge, input);
    if (ends === null) {
      routes.delete(edge.key);
      continue;
    }
    const old = before.get(edge.key);
    if (old && sameRect(old.source, ends.source) && sameRect(old.target, ends.target)) {
      routes.set(edge.key, old.edge === edge ? old : { ...old, edge });
      continue;
    }
    if (made === EDGES_AT_ONCE) {
      yield;
      made = 0;
    }
    made++;
    const among = siblings.get(input.nodes.get(edge.from)?.parent ?? null) ?? [];
    const obstacles =
      among.length > AVOID_AMONG ? [] : among.filter((rect) => rect !== ends.source && rect !== ends.target);
    const points = routeOf(ends, obstacles);
    const { scale, source, target } = ends;
    const depth = depthOf(edge.from, input.nodes);
    routes.set(edge.key, { edge, points, middle: middleOf(points), depth, scale, source, target });
  }
}

function siblingRects({ nodes, rects }: RouteInput): ReadonlyMap<string | null, readonly Rect[]> {
  const siblings = new Map<string | null, Rect[]>();
  for (const [key, rect] of rects) {
    const node = nodes.get(key);
    // Lines may pass under a note: it explains them.
    if (!node || (node.type === 'NOTE' && !isNameless(node))) continue;
    const list = siblings.get(node.parent);
    if (list) list.push(rect);
    else siblings.set(node.parent, [rect]);
  }
  return siblings;
}

function endsOf(edge: GraphEdge, { nodes, boxes, rects }: RouteInput): RouteEnds | null {
  const node = nodes.get(edge.from);
  const source = rects.get(edge.from);
  const target = rects.get(edge.to);
  const sourceBox = boxes.get(edge.from);
  const targetBox = boxes.get(edge.to);
  if (!node || !source || !target || !sourceBox || !targetBox) return null;
  // Rows of text stand too close for lines; their order says it.
  if (sourceBox.form === 'row' || targetBox.form === 'row') return null;
  return {
    source,
    target,
    from: shift(source, portOffset(node, edge.port, sourceBox)),
    down: edge.port === 'error',
    to: shift(target, inputOffset(targetBox)),
    scale: Math.min(sourceBox.scale, targetBox.scale),
  };
}

function sameRect(a: Rect, b: Rect): boolean {
  return a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);
}

/** What the way of an edge depends on. */
export interface RouteEnds {
  readonly source: Rect;
  readonly target: Rect;
  /** Where it leaves: a port on the right side, or below when `down`. */
  readonly from: Point;
  readonly down: boolean;
  /** Where it enters on the left side, when it need not bend for it. */
  readonly to: Point;
  /** Scale of the cards at its ends. */
  readonly scale: number;
}

type Way = readonly Point[];

/** Shortest piece that leaves and enters a card. */
const STUB = 18;
/** How much two cards must stand over each other to be joined by a vertical line. */
const OVERLAP = 32;
/** Free room between a line that goes around a card, and the card. */
const LANE = 16;
/** How much longer a way may be for leaving on the side where its port is. */
const WRONG_SIDE = 120;
/** Ways around a card are looked for this often; more would look like a maze. */
const MOST_LANES = 6;

/**
 * The way of an edge as straight pieces: forward from right to left, straight down (or up) to a card that stands
 * below (above), and otherwise around, like from one line of a text to the next. Of the ways that suit, the first
 * that passes behind no other card is taken.
 *
 * @param obstacles what it should not pass behind, the ends left out
 */
export function routeOf(ends: RouteEnds, obstacles: readonly Rect[] = []): Way {
  const ways = waysOf(ends);
  const [first] = ways;
  if (first === undefined) return [ends.from, ends.to];
  if (obstacles.length === 0) return straighten(first);
  const clear = ways.find((way) => hits(way, obstacles).length === 0);
  if (clear) return straighten(clear);
  const detour = lanesAround(ends, hits(first, obstacles)).find((way) => hits(way, obstacles).length === 0);
  return straighten(detour ?? first);
}

/** The ways that suit, the nicest first. */
function waysOf(ends: RouteEnds): readonly Way[] {
  const { source, target, from, scale } = ends;
  const stub = STUB * scale;
  if (ends.down) return downwards(ends, stub);
  if (target.x - from.x >= stub) return forward(ends, stub);
  const shared = sharedColumn(source, target, OVERLAP * scale);
  const ways = [around(ends, stub)];
  if (shared === null) return ways;
  if (target.y >= source.y + source.height + stub)
    return [vertical(shared, source.y + source.height, target.y), ...ways];
  if (source.y >= target.y + target.height + stub)
    return [vertical(shared, source.y, target.y + target.height), ...ways];
  return ways;
}

function vertical(x: number, from: number, to: number): Way {
  return [
    { x, y: from },
    { x, y: to },
  ];
}

function forward({ target, from, to, scale }: RouteEnds, stub: number): readonly Way[] {
  const inset = 12 * scale;
  const level = from.y >= target.y + inset && from.y <= target.y + target.height - inset;
  const straight: readonly Way[] = level ? [[from, { x: to.x, y: from.y }]] : [];
  const bends = [(from.x + to.x) / 2, to.x - stub, from.x + stub];
  return [...straight, ...bends.map((x) => [from, { x, y: from.y }, { x, y: to.y }, to])];
}

function around({ source, target, from, to }: RouteEnds, stub: number): Way {
  return lane(from, to, stub, between(source, target, stub));
}

/** Out to the right, along a free height, in from the left. */
function lane(from: Point, to: Point, stub: number, y: number): Way {
  const out = from.x + stub;
  const back = to.x - stub;
  return [from, { x: out, y: from.y }, { x: out, y }, { x: back, y }, { x: back, y: to.y }, to];
}

/** From the port below: down, then to the target like any other edge. */
function downwards({ source, target, from, to }: RouteEnds, stub: number): readonly Way[] {
  const y = Math.max(from.y + stub, between(source, target, stub));
  const back = to.x - stub;
  const round: Way = [from, { x: from.x, y }, { x: back, y }, { x: back, y: to.y }, to];
  const reaches = to.x - from.x >= stub && to.y >= from.y + stub;
  return reaches ? [[from, { x: from.x, y: to.y }, to], round] : [round];
}

/** Above and below whatever is in the way: on the side of the port first, so that ways from one card do not cross. */
function lanesAround(
  { source, from, to, scale, down }: RouteEnds,
  inTheWay: readonly Rect[],
): readonly Way[] {
  const room = LANE * scale;
  const heights = inTheWay.flatMap((rect) => [rect.y - room, rect.y + rect.height + room]);
  const above = from.y < source.y + source.height / 2;
  const cost = (y: number): number =>
    Math.abs(y - (from.y + to.y) / 2) + (y < from.y === above ? 0 : WRONG_SIDE);
  const nearest = heights.toSorted((a, b) => cost(a) - cost(b));
  const stub = STUB * scale;
  const ways = nearest.slice(0, MOST_LANES);
  if (!down) return ways.map((y) => lane(from, to, stub, y));
  const back = to.x - stub;
  const below = ways.filter((y) => y >= from.y + stub);
  return below.map((y) => [from, { x: from.x, y }, { x: back, y }, { x: back, y: to.y }, to]);
}

/** A height that is free: between two rows, or below both. */
function between(source: Rect, target: Rect, stub: number): number {
  const sourceBottom = source.y + source.height;
  const targetBottom = target.y + target.height;
  if (target.y >= sourceBottom) return (sourceBottom + target.y) / 2;
  if (source.y >= targetBottom) return (targetBottom + source.y) / 2;
  return Math.max(sourceBottom, targetBottom) + stub;
}

/** Where a vertical line meets both: at the middle of the narrower one when the other reaches over it. */
function sharedColumn(source: Rect, target: Rect, least: number): number | null {
  const left = Math.max(source.x, target.x);
  const right = Math.min(source.x + source.width, target.x + target.width);
  if (right - left < least) return null;
  const narrow = source.width <= target.width ? source : target;
  return Math.min(Math.max(narrow.x + narrow.width / 2, left + least / 2), right - least / 2);
}

function hits(way: Way, obstacles: readonly Rect[]): readonly Rect[] {
  return obstacles.filter((rect) =>
    way.some((to, index) => {
      const from = way[index - 1];
      return from !== undefined && passes(from, to, rect);
    }),
  );
}

/** Whether a straight piece passes through a rectangle. */
function passes(from: Point, to: Point, rect: Rect): boolean {
  return (
    Math.max(from.x, to.x) > rect.x &&
    Math.min(from.x, to.x) < rect.x + rect.width &&
    Math.max(from.y, to.y) > rect.y &&
    Math.min(from.y, to.y) < rect.y + rect.height
  );
}

/** Drops points that stand in a straight line, so that no corner is rounded where there is none. */
function straighten(way: Way): Way {
  return way.filter((point, index) => {
    const before = way[index - 1];
    const after = way[index + 1];
    if (!before || !after) return true;
    const sameColumn = Math.abs(before.x - point.x) < 0.5 && Math.abs(point.x - after.x) < 0.5;
    const sameRow = Math.abs(before.y - point.y) < 0.5 && Math.abs(point.y - after.y) < 0.5;
    return !sameColumn && !sameRow;
  });
}
