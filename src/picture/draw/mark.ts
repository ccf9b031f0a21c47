import type { ColourName } from '../colours';
import type { Point } from '../geometry/point';
import type { Rect } from '../geometry/rect';
import type { IconName } from '../icons/icons';
import { cutToWidth, type Weight } from './measure';

/** How a mark is filled and stroked: colours by name, so that a painter gives them a theme. What is not said is not done. */
export interface Look {
  readonly fill?: ColourName;
  readonly stroke?: ColourName;
  /** How wide the stroke is, in pixels of the picture; 1 where nothing is said. */
  readonly width?: number;
  /** Pixels of the screen that it has at least, however small the picture is shown. */
  readonly least?: number;
  readonly dash?: readonly number[];
  readonly cap?: 'round';
  /** How much of what lies below is covered, 0 to 1: by what fills it, and by its border. */
  readonly cover?: number;
  readonly border?: number;
}

export interface RectMark extends Rect {
  readonly tag: 'rect';
  readonly radius: number;
  readonly look: Look;
}

/** Straight pieces with rounded corners. */
export interface LineMark {
  readonly tag: 'line';
  readonly points: readonly Point[];
  readonly corner: number;
  /** Whether it ends where it began. */
  readonly closed: boolean;
  readonly look: Look;
}

export interface CircleMark extends Point {
  readonly tag: 'circle';
  readonly r: number;
  readonly look: Look;
}

/** A shape that only SVG's own language can tell. */
export interface PathMark {
  readonly tag: 'path';
  readonly d: string;
  readonly look: Look;
}

/** An icon by its top left corner. */
export interface IconMark extends Point {
  readonly tag: 'icon';
  readonly name: IconName;
  readonly size: number;
  readonly stroke: ColourName;
  /** Of its stroke, in its own grid. */
  readonly width: number;
}

/** Words by their baseline. */
export interface TextMark extends Point {
  readonly tag: 'text';
  readonly text: string;
  readonly size: number;
  readonly weight: Weight;
  readonly ink: ColourName;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly struck: boolean;
}

/** What can be painted many thousand times a frame. */
export type PlainMark = RectMark | LineMark | CircleMark | TextMark;

/** One thing that is seen in a picture. */
export type Mark = PlainMark | PathMark | IconMark;

/** A rectangle whose border lies within it, as that of a card does. */
export function rectMark(rect: Rect, { radius = 0, ...look }: Look & { readonly radius?: number }): RectMark {
  const width = look.stroke === undefined ? 0 : (look.width ?? 1);
  return {
    tag: 'rect',
    x: rect.x + width / 2,
    y: rect.y + width / 2,
    width: Math.max(0, rect.width - width),
    height: Math.max(0, rect.height - width),
    radius: Math.max(0, radius - width / 2),
    look,
  };
}

export function lineMark(points: readonly Point[], corner: number, look: Look): LineMark {
  return { tag: 'line', points, corner, closed: false, look };
}

export function pathMark(d: string, look: Look): PathMark {
  return { tag: 'path', d, look };
}

export function circleMark({ x, y }: Point, r: number, look: Look): CircleMark {
  return { tag: 'circle', x, y, r, look };
}

/** Stroke of every icon, in the icon's own grid (design). */
const ICON_STROKE = 1.75;

/** An icon by its top left corner. */
export function iconMark(
  name: IconName,
  { x, y }: Point,
  size: number,
  stroke: ColourName,
  width = ICON_STROKE,
): IconMark {
  return { tag: 'icon', name, x, y, size, stroke, width };
}

export interface Type {
  readonly size: number;
  readonly weight?: Weight;
  readonly ink: ColourName;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Pixels that there are: what is longer ends in an ellipsis. */
  readonly room?: number;
  readonly struck?: boolean;
}

/** Words by their baseline. */
export function textMark(text: string, { x, y }: Point, type: Type): TextMark {
  const { size, weight = 400, ink, anchor = 'start', room, struck = false } = type;
  const shown = room === undefined ? text : cutToWidth(text, room, size, weight);
  return { tag: 'text', text: shown, x, y, size, weight, ink, anchor, struck };
}

/** How far below the middle of its line the baseline of a text is, in heights of its letters: what its font's ascent is more. */
export const MIDDLE = 0.3638;

/** How far below the top of its line the baseline of a text is: half of what is free above, and the font's ascent. */
export function baseline(lineHeight: number, size: number): number {
  return lineHeight / 2 + MIDDLE * size;
}
