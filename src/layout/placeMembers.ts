import type { Place } from '#plan';
import type { GraphEdge, GraphNode } from '#projection';
import { type Link, layered, type Point, type Sized } from './layered';
import { overlaps, type Rect } from './roomFor';
import { GAP, GRID, type Size, snap } from './sizes';
import { linksWithin, partsOf, stackParts } from './stackParts';
import { VIEW_WIDTH } from './viewWidth';

/**
 * Gives every member of a container its top left corner: the document's where it has one, else a free spot right
 * of what leads to it, or, when nothing in the container was placed yet, a layout of the whole.
 */
export function placeMembers(
  members: readonly GraphNode[],
  sizes: ReadonlyMap<string, Size>,
  edges: readonly GraphEdge[],
  placeOf: (node: GraphNode) => Place | undefined,
  origin: Point,
): ReadonlyMap<string, Point> {
  const stored = storedPlaces(members, placeOf);
  if (stored.size === members.length) return stored;
  const sized = members.map((node): Sized => ({ key: node.key, ...sizeOf(sizes, node.key) }));
  const spots = new FreeSpots(sized, edges, origin);
  for (const [key, place] of stored) spots.take(key, place);
  if (spots.places.size === 0) return layOutAll(sized, edges, origin);
  for (const node of sized) if (!spots.places.has(node.key)) spots.settle(node);
  return spots.places;
}

function storedPlaces(
  members: readonly GraphNode[],
  placeOf: (node: GraphNode) => Place | undefined,
): ReadonlyMap<string, Point> {
  const stored = new Map<string, Point>();
  for (const node of members) {
    const place = placeOf(node);
    if (place !== undefined) stored.set(node.key, { x: place.x, y: place.y });
  }
  return stored;
}

function layOutAll(
  nodes: readonly Sized[],
  edges: readonly GraphEdge[],
  origin: Point,
): ReadonlyMap<string, Point> {
  const inner = edgesAmong(nodes, edges);
  const parts = partsOf(nodes, inner, origin.y > 0);
  const within = linksWithin(parts, inner);
  const laidOut = parts.map((part, index) => layered(part, within[index] ?? []));
  const wrapped = stackParts(parts, laidOut, inner, VIEW_WIDTH);
  return new Map([...wrapped].map(([key, { x, y }]) => [key, { x: x + origin.x, y: y + origin.y }]));
}

/** Edges whose both ends are among the nodes, in their order. */
export function edgesAmong<Edge extends { readonly from: string; readonly to: string }>(
  nodes: readonly { readonly key: string }[],
  edges: readonly Edge[],
): readonly Edge[] {
  const keys = new Set(nodes.map((node) => node.key));
  return edges.filter((edge) => keys.has(edge.from) && keys.has(edge.to));
}

function sizeOf(sizes: ReadonlyMap<string, Size>, key: string): Size {
  const { width, height } = sizes.get(key) ?? { width: 0, height: 0 };
  return { width, height };
}

/** How near a spot may come to what is placed. */
const APART = GRID / 2;
/** What is placed is kept by fields of so many pixels, so that a spot is compared with its neighbours only. */
const FIELD = 512;

/**
 * Finds spots for nodes without a place beside those that have one: right of their last placed predecessor, else below
 * everything; moved down until they touch nothing. Each that is found is taken for the next.
 */
class FreeSpots {
  readonly #sizes: ReadonlyMap<string, Sized>;
  readonly #links: readonly Link[];
  /** Made when it is first asked for: most containers have a place for everything. */
  #leadingTo: ReadonlyMap<string, readonly Link[]> | null = null;
  readonly #placed = new Map<string, Point>();
  readonly #rects: Rect[] = [];
  /** What is taken, by field; made when a spot is first looked for, as below. */
  #fields: Map<string, Rect[]> | null = null;
  /** How far down a search came that began at the same spot: what is taken stays taken. */
  readonly #searched = new Map<string, number>();
  readonly #origin: Point;
  #bottom: number;

  constructor(nodes: readonly Sized[], links: readonly Link[], origin: Point) {
    this.#sizes = new Map(nodes.map((node) => [node.key, node]));
    this.#origin = origin;
    this.#bottom = origin.y;
    this.#links = links;
  }

  /** Places, by key, of all that have one by now. */
  get places(): ReadonlyMap<string, Point> {
    return this.#placed;
  }

  take(key: string, at: Point): void {
    this.#placed.set(key, at);
    const size = this.#sizes.get(key);
    if (size === undefined) return;
    const rect = { ...at, width: size.width, height: size.height };
    this.#bottom = Math.max(this.#bottom, rect.y + rect.height + GAP.height);
    this.#rects.push(rect);
    if (this.#fields !== null) enter(this.#fields, rect);
  }

  /** Finds a spot and takes it. */
  settle(node: Sized): void {
    this.#leadingTo ??= byTarget(this.#links);
    const before = this.#leadingTo.get(node.key)?.findLast(({ from }) => this.#placed.has(from));
    const source = before && this.#placed.get(before.from);
    if (before === undefined || source === undefined) {
      this.take(node.key, this.#downFrom(node, { x: this.#origin.x, y: snap(this.#bottom) }));
      return;
    }
    const width = this.#sizes.get(before.from)?.width ?? 0;
    this.take(node.key, this.#downFrom(node, { x: source.x + width + GAP.width, y: source.y }));
  }

  #downFrom({ width, height }: Sized, { x, y: top }: Point): Point {
    const search = [x, top, width, height].join(' ');
    let y = this.#searched.get(search) ?? top;
    for (;;) {
      const rect = { x, y, width, height };
      const hit = this.#hitBy(rect);
      if (hit === undefined) break;
      y += Math.max(1, Math.ceil((hit.y + hit.height + APART - y) / GRID)) * GRID;
    }
    this.#searched.set(search, y);
    return { x, y };
  }

  #hitBy(rect: Rect): Rect | undefined {
    const fields = this.#fields ?? byField(this.#rects);
    this.#fields = fields;
    for (const field of [EVERYWHERE, ...(fieldsOf(rect) ?? fields.keys())]) {
      const hit = fields.get(field)?.find((taken) => overlaps(rect, taken, APART));
      if (hit !== undefined) return hit;
    }
    return undefined;
  }
}

function byField(rects: readonly Rect[]): Map<string, Rect[]> {
  const fields = new Map<string, Rect[]>();
  for (const rect of rects) enter(fields, rect);
  return fields;
}

function enter(fields: Map<string, Rect[]>, rect: Rect): void {
  for (const field of fieldsOf(rect) ?? [EVERYWHERE]) {
    const known = fields.get(field);
    if (known) known.push(rect);
    else fields.set(field, [rect]);
  }
}

function byTarget(links: readonly Link[]): ReadonlyMap<string, readonly Link[]> {
  const leading = new Map<string, Link[]>();
  for (const link of links) {
    const known = leading.get(link.to);
    if (known) known.push(link);
    else leading.set(link.to, [link]);
  }
  return leading;
}

/** The field of what is too large to be kept by fields. */
const EVERYWHERE = '';
const MOST_FIELDS = 64;

/** The fields that a rectangle touches, with what is kept free around it; null where they are too many. */
function fieldsOf({ x, y, width, height }: Rect): readonly string[] | null {
  const [left, columns] = fieldsAlong(x, width);
  const [top, rows] = fieldsAlong(y, height);
  if (!(columns * rows <= MOST_FIELDS)) return null;
  return Array.from(
    { length: columns * rows },
    (_, index) => `${left + (index % columns)} ${top + Math.floor(index / columns)}`,
  );
}

function fieldsAlong(from: number, length: number): readonly [number, number] {
  const first = Math.floor((from - APART) / FIELD);
  return [first, Math.floor((from + length + APART) / FIELD) - first + 1];
}
