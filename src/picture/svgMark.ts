import type { ColourName } from './colours';
import type { LineMark, Mark, RectMark, TextMark } from './draw/mark';
import { round, svgPath } from './geometry/svgPath';
import { ICONS } from './icons/icons';

type Attributes = Readonly<Record<string, string | number>>;

/** A mark as an element of SVG: attributes by their names there, and the words between its tags. */
export interface SvgMark {
  readonly tag: 'rect' | 'path' | 'circle' | 'text';
  readonly attributes: Attributes;
  readonly text?: string;
}

/** Gives a colour a theme: what it is, or the token that says so. */
type Paint = (colour: ColourName) => string;

const ICON_GRID = 24;

/** Turns a mark into SVG. */
export function svgMark(mark: Mark, paint: Paint): SvgMark {
  switch (mark.tag) {
    case 'text':
      return textElement(mark, paint);
    case 'icon': {
      const { name, x, y, size, stroke, width } = mark;
      return {
        tag: 'path',
        attributes: {
          fill: 'none',
          stroke: paint(stroke),
          class: 'glyph',
          d: ICONS[name],
          transform: `translate(${round(x)} ${round(y)}) scale(${round(size / ICON_GRID)})`,
          'stroke-width': width,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        },
      };
    }
    default: {
      const { fill, stroke } = mark.look;
      const inks = {
        fill: fill === undefined ? 'none' : paint(fill),
        ...(stroke === undefined ? {} : { stroke: paint(stroke) }),
      };
      return {
        tag: mark.tag === 'line' ? 'path' : mark.tag,
        attributes: { ...inks, ...shapeOf(mark), ...strokeOf(mark.look) },
      };
    }
  }
}

type Shape = Exclude<Mark, { readonly tag: 'text' | 'icon' }>;

function shapeOf(mark: Shape): Attributes {
  switch (mark.tag) {
    case 'rect':
      return rectangle(mark);
    case 'circle':
      return { cx: mark.x, cy: mark.y, r: mark.r };
    case 'path':
      return { d: mark.d };
    case 'line':
      return { d: wayOf(mark) };
  }
}

function rectangle({ x, y, width, height, radius }: RectMark): Attributes {
  return { x: round(x), y: round(y), width: round(width), height: round(height), rx: radius };
}

function wayOf({ points, corner, closed }: LineMark): string {
  const rounded = points.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  return closed ? `M${rounded.map(({ x, y }) => `${x} ${y}`).join('L')}z` : svgPath(rounded, corner);
}

function strokeOf({ stroke, width = 1, least, dash, cap, cover, border }: Shape['look']): Attributes {
  return {
    ...(stroke === undefined || width === 1 || width === 0 ? {} : { 'stroke-width': round(width) }),
    // SVG knows no least width: what has one alone keeps it at every size.
    ...(width === 0 && least !== undefined
      ? { 'stroke-width': least, 'vector-effect': 'non-scaling-stroke' }
      : {}),
    ...(dash === undefined ? {} : { 'stroke-dasharray': dash.map(round).join(' ') }),
    ...(cap === undefined ? {} : { 'stroke-linecap': cap }),
    ...(cover === undefined ? {} : { 'fill-opacity': cover }),
    ...(border === undefined ? {} : { 'stroke-opacity': border }),
  };
}

function textElement({ text, x, y, size, weight, ink, anchor, struck }: TextMark, paint: Paint): SvgMark {
  return {
    tag: 'text',
    attributes: {
      fill: paint(ink),
      x: round(x),
      y: round(y),
      'font-size': size,
      ...(weight === 400 ? {} : { 'font-weight': weight }),
      ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
      ...(struck ? { 'text-decoration': 'line-through' } : {}),
    },
    text,
  };
}
