import type { GraphEdge } from '#projection';
import type { Point } from '../../state/gestures';
import { middleOf } from '../along';
import { intersects, type Rect } from '../rect';
import type { Way } from './sides';

const HEIGHT = 22;
const LETTER = 6.4;
const AROUND = 20;
const WIDEST = 220;

/** Gives each label a place on its line where it covers no other label. */
export class LabelPlaces {
  readonly #taken: Rect[] = [];

  /** In the middle of the longest piece of the line, else elsewhere on it, else beside it. */
  placeOf({ transition, from, to }: GraphEdge, points: Way): Point {
    if (transition === undefined || transition.label === '') return middleOf(points);
    const width = Math.min(WIDEST, transition.label.length * LETTER + AROUND);
    const wishes = wishesOn(points, from === to);
    const free = wishes.find((at) => !this.#taken.some((rect) => intersects(rect, around(at, width))));
    const place = free ?? wishes[0] ?? middleOf(points);
    const offset = transition.offset ?? { x: 0, y: 0 };
    this.#taken.push(around({ x: place.x + offset.x, y: place.y + offset.y }, width));
    return place;
  }
}

function around({ x, y }: Point, width: number): Rect {
  return { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT };
}

function wishesOn(points: Way, loop: boolean): readonly Point[] {
  const pieces = points
    .slice(1)
    .map((to, index) => ({ from: points[index] ?? to, to }))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
  // One that comes back to its own state has its label above the corner, one from anywhere where it begins.
  const [first, second, third] = points;
  const ahead = !loop || !first ? [] : second && third ? [middle(second, third, 0.5)] : [first];
  const onLine = pieces.flatMap(({ from, to }) => [0.5, 0.25, 0.75].map((share) => middle(from, to, share)));
  const main = onLine[0] ?? middleOf(points);
  const beside = [1, -1, 2, -2].map((steps) => ({ x: main.x, y: main.y + steps * HEIGHT }));
  return [...ahead, ...onLine, ...beside];
}

function middle(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function lengthOf({ from, to }: { readonly from: Point; readonly to: Point }): number {
  return Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
}
