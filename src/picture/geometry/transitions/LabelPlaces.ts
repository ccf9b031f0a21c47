import type { GraphEdge } from '#projection';
import { middleOf } from '../along';
import type { Point } from '../point';
import { intersects, type Rect } from '../rect';
import type { Routes } from '../routed';
import type { Way } from './sides';

const HEIGHT = 22;
const LETTER = 6.4;
const AROUND = 20;
/** What is longer is cut. */
export const WIDEST = 220;
/** Where on a piece of its line a label may stand, the middle first. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9] as const;
/** How far beside its line a place is looked for, in heights of a label. */
const FURTHEST = 40;

/** The room that a label takes. */
export function labelRect(label: string, { x, y }: Point): Rect {
  const width = Math.min(WIDEST, label.length * LETTER + AROUND);
  return { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT };
}

/** Where the labels of transitions stand that are drawn, by the keys of their edges. */
export function rectsOfLabels(edges: readonly GraphEdge[], routes: Routes): ReadonlyMap<string, Rect> {
  const rects = new Map<string, Rect>();
  for (const { key, transition } of edges) {
    const middle = routes.get(key)?.middle;
    if (transition === undefined || middle === undefined) continue;
    const { x, y } = transition.offset ?? { x: 0, y: 0 };
    rects.set(key, labelRect(transition.label, { x: middle.x + x, y: middle.y + y }));
  }
  return rects;
}

/** Where a label stands, and where the offset of one that is moved counts from. */
export interface LabelPlace {
  readonly middle: Point;
  readonly anchor: Point;
}

/** Gives each label a place on its line where it covers no state and no other label. */
export class LabelPlaces {
  readonly #taken: Grid;

  /** @param solid what no label may cover: states, and titles of those that hold others */
  constructor(solid: readonly Rect[]) {
    this.#taken = new Grid(solid);
  }

  /**
   * In the middle of the longest piece of the line, else elsewhere on it, else beside it. A label that its author moved
   * stays where it is: the others make room, so it is to be placed before them.
   */
  placeOf({ transition, from, to }: GraphEdge, points: Way): LabelPlace {
    const wishes = () => wishesOn(points, from === to);
    const anchor = first(wishes(), () => true) ?? middleOf(points);
    if (transition === undefined || transition.label === '') return { middle: middleOf(points), anchor };
    const { label, offset } = transition;
    if (offset !== null) {
      this.#taken.add(labelRect(label, { x: anchor.x + offset.x, y: anchor.y + offset.y }));
      return { middle: anchor, anchor };
    }
    const isFree = (at: Point) => this.#taken.isFree(labelRect(label, at));
    const middle =
      first(wishes(), isFree) ??
      first(hanging(wishes, labelRect(label, anchor).width), isFree) ??
      firstBeside(points, isFree) ??
      anchor;
    this.#taken.add(labelRect(label, middle));
    return { middle, anchor };
  }
}

/** Rectangles by the fields of a grid that they touch, so that a large machine is not looked through for each label. */
class Grid {
  readonly #fields = new Map<number, Rect[]>();

  constructor(rects: readonly Rect[]) {
    for (const rect of rects) this.add(rect);
  }

  add(rect: Rect): void {
    for (const field of fieldsOf(rect)) {
      const list = this.#fields.get(field);
      if (list) list.push(rect);
      else this.#fields.set(field, [rect]);
    }
  }

  isFree(rect: Rect): boolean {
    for (const field of fieldsOf(rect))
      for (const other of this.#fields.get(field) ?? NOTHING) if (intersects(other, rect)) return false;
    return true;
  }
}

const NOTHING: readonly Rect[] = [];
const FIELD = 256;
/** More rows than any drawing has: a column and a row make one number, which is found sooner than a text. */
const ROWS = 2 ** 24;

function fieldsOf({ x, y, width, height }: Rect): readonly number[] {
  const fields: number[] = [];
  for (let column = Math.floor(x / FIELD); column * FIELD <= x + width; column++) {
    for (let row = Math.floor(y / FIELD); row * FIELD <= y + height; row++) fields.push(column * ROWS + row);
  }
  return fields;
}

/** Most labels find their place at once: places are made as they are asked for. */
function first(places: Iterable<Point>, suits: (at: Point) => boolean): Point | null {
  for (const place of places) if (suits(place)) return place;
  return null;
}

function* wishesOn(points: Way, loop: boolean): Generator<Point> {
  // One that comes back to its own state has its label above the corner, one from anywhere where it begins.
  const [begin, second, third] = points;
  if (loop && begin) yield second && third ? middle(second, third, 0.5) : begin;
  const pieces = points
    .slice(1)
    .map((to, index) => ({ from: points[index] ?? to, to }))
    .sort((one, other) => lengthOf(other) - lengthOf(one));
  for (const { from, to } of pieces) for (const share of SHARES) yield middle(from, to, share);
}

/** Places that reach to a point of the line: pushed along the label, which is wide, or half over it. */
function* hanging(wishes: () => Iterable<Point>, width: number): Generator<Point> {
  const points = [...wishes()];
  for (const [right, down] of REACHES)
    for (const { x, y } of points) yield { x: x + right * width, y: y + down * HEIGHT };
}

const REACHES = [
  [0.2, 0],
  [-0.2, 0],
  [0.4, 0],
  [-0.4, 0],
  [0, -0.55],
  [0, 0.55],
] as const;

/** The free place that is nearest to the middle of a piece of the line. */
function firstBeside(points: Way, isFree: (at: Point) => boolean): Point | null {
  const middles = points.slice(1).map((to, index) => middle(points[index] ?? to, to, 0.5));
  for (let step = 1; step <= FURTHEST; step++) {
    const far = step * HEIGHT;
    for (const { x, y } of middles) {
      const free = AWAY.map(([right, down]) => ({ x: x + right * far, y: y + down * far })).find(isFree);
      if (free !== undefined) return free;
    }
  }
  return null;
}

const AWAY = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

function middle(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function lengthOf({ from, to }: { readonly from: Point; readonly to: Point }): number {
  return Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
}
