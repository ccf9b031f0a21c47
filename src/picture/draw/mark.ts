import type { ColourName } from '../colours';
import type { Point } from '../geometry/point';
import type { Rect } from '../geometry/rect';
import { ICONS, type IconName } from '../icons/icons';
import { cutToWidth, type Weight } from './measure';

export type Ink = ColourName | 'none';

/** One element of a picture: what SVG calls it, its numbers, and its colours by name, so that a painter gives them a theme. */
export interface Mark {
  readonly tag: 'rect' | 'path' | 'circle' | 'text';
  readonly fill: Ink;
  readonly stroke: Ink;
  /** Attributes by their names in SVG. */
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

interface Look {
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: string;
  readonly radius?: number;
  /** How much of what lies below is covered, 0 to 1: by what fills it, and by its border. */
  readonly cover?: number;
  readonly border?: number;
}

/** A rectangle whose border lies within it, as that of a card does. */
export function rectMark(rect: Rect, { radius = 0, ...look }: Look): Mark {
  const width = look.stroke === undefined ? 0 : (look.width ?? 1);
  return {
    tag: 'rect',
    ...inks(look),
    attributes: {
      x: round(rect.x + width / 2),
      y: round(rect.y + width / 2),
      width: round(Math.max(0, rect.width - width)),
      height: round(Math.max(0, rect.height - width)),
      rx: Math.max(0, radius - width / 2),
      ...strokeOf(look),
    },
  };
}

export function pathMark(d: string, look: Look): Mark {
  return { tag: 'path', ...inks(look), attributes: { d, ...strokeOf(look) } };
}

export function circleMark({ x, y }: Point, r: number, look: Look): Mark {
  return { tag: 'circle', ...inks(look), attributes: { cx: x, cy: y, r, ...strokeOf(look) } };
}

/** Stroke of every icon, in the icon's own grid (design). */
const ICON_STROKE = 1.75;
const ICON_GRID = 24;

/** An icon by its top left corner. */
export function iconMark(name: IconName, { x, y }: Point, size: number, stroke: ColourName): Mark {
  const scale = round(size / ICON_GRID);
  return {
    tag: 'path',
    fill: 'none',
    stroke,
    attributes: {
      class: 'glyph',
      d: ICONS[name],
      transform: `translate(${round(x)} ${round(y)}) scale(${scale})`,
      'stroke-width': ICON_STROKE,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
  };
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
export function textMark(text: string, { x, y }: Point, type: Type): Mark {
  const { size, weight = 400, ink, anchor = 'start', room, struck = false } = type;
  return {
    tag: 'text',
    fill: ink,
    stroke: 'none',
    attributes: {
      x: round(x),
      y: round(y),
      'font-size': size,
      ...(weight === 400 ? {} : { 'font-weight': weight }),
      ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
      ...(struck ? { 'text-decoration': 'line-through' } : {}),
    },
    text: room === undefined ? text : cutToWidth(text, room, size, weight),
  };
}

/** How far below the top of its line the baseline of a text is: half of what is free above, and the font's ascent. */
export function baseline(lineHeight: number, size: number): number {
  return lineHeight / 2 + 0.3638 * size;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function inks({ fill = 'none', stroke = 'none' }: Look): Pick<Mark, 'fill' | 'stroke'> {
  return { fill, stroke };
}

function strokeOf({ stroke, width = 1, dash, cover, border }: Look): Record<string, string | number> {
  return {
    ...(stroke === undefined || width === 1 ? {} : { 'stroke-width': round(width) }),
    ...(dash === undefined ? {} : { 'stroke-dasharray': dash }),
    ...(cover === undefined ? {} : { 'fill-opacity': cover }),
    ...(border === undefined ? {} : { 'stroke-opacity': border }),
  };
}
