import type { DrawnTransition, GraphEdge } from '#projection';
import type { ColourName } from '../colours';
import type { Point } from '../geometry/point';
import type { RoutedEdge } from '../geometry/routed';
import { round } from '../geometry/svgPath';
import { WIDEST } from '../geometry/transitions/LabelPlaces';
import { circleMark, lineMark, MIDDLE, type PlainMark, rectMark, textMark } from './mark';
import { cutToWidth, type Weight, widthOf } from './measure';

export const EDGE_WIDTH = 1.6;
export const EDGE_CORNER = 14;

interface Stroke {
  readonly colour: ColourName;
  readonly dash: readonly number[];
}

/** DESIGN: taken solid green, live dashed blue, planned dashed violet, dead dotted. */
const STROKES: Readonly<Record<GraphEdge['state'], Stroke>> = {
  idle: { colour: 'line-strong', dash: [] },
  taken: { colour: 'ok', dash: [] },
  live: { colour: 'run', dash: [6, 4] },
  planned: { colour: 'plan', dash: [4, 4] },
  dead: { colour: 'line-strong', dash: [1.5, 4.5] },
};

/** What a reader does with an edge: it is chosen, looked at, or what is dragged would be dropped on it. */
export type Attention = 'chosen' | 'lit' | 'drop';

const WIDER: Readonly<Record<Attention, number>> = { chosen: 1.6, lit: 1.25, drop: 1.25 };

/** The line of an edge, and of a transition its ends. From far away a line is no thinner than a pixel. */
export function drawEdge(
  { edge, points, scale }: RoutedEdge,
  attention: Attention | null = null,
): readonly PlainMark[] {
  const { transition, state } = edge;
  const isAccented = attention !== null || transition?.lit === true || transition?.preview === true;
  const stroke = isAccented ? 'accent' : STROKES[state].colour;
  const wider = attention === null ? 1 : WIDER[attention];
  const { dash } = STROKES[attention === 'drop' ? 'live' : state];
  const line = lineMark(points, EDGE_CORNER * scale, {
    stroke,
    width: EDGE_WIDTH * scale * wider,
    least: wider,
    ...(dash.length === 0 ? {} : { dash: dash.map((length) => length * scale) }),
    ...(state === 'dead' ? { cap: 'round' } : {}),
  });
  if (transition === undefined) return [line];
  return [line, ...drawEnds(transition, points, transition.cause === 'initial' ? 'ink-2' : stroke)];
}

const HEAD = 8;
const HALF = 4.5;
const DOT = 7;

/** The head of a transition, and the dot where a region begins. */
function drawEnds(
  { cause, state }: DrawnTransition,
  points: readonly Point[],
  fill: ColourName,
): readonly PlainMark[] {
  const [first] = points;
  const [before, tip] = points.slice(-2);
  if (!first || !before || !tip) return [];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const [x, y] = length === 0 ? [0, 0] : [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const back = { x: tip.x - HEAD * x, y: tip.y - HEAD * y };
  const corners = [
    tip,
    { x: back.x - HALF * y, y: back.y + HALF * x },
    { x: back.x + HALF * y, y: back.y - HALF * x },
  ];
  const head: PlainMark = { tag: 'line', points: corners, corner: 0, closed: true, look: { fill } };
  if (cause !== 'initial' && state !== null) return [head];
  return [head, circleMark(first, cause === 'initial' ? DOT : DOT / 2, { fill })];
}

/** The word on a line, in pixels: its letters, what surrounds them, and how wide it is at most. */
export const LABEL = { text: 11, height: 20, inset: 8, widest: WIDEST } as const;

/** The word on a line: the port that it leaves by, or its transition; none where nothing is to be told. */
export function drawLabel({ edge, middle, scale }: RoutedEdge): readonly PlainMark[] {
  const { transition, port } = edge;
  if (transition === undefined) {
    if (port === 'out') return [];
    return pill({ text: port, middle, scale, weight: 600, ...PORT, ink: port === 'error' ? 'bad' : 'ink-2' });
  }
  if (transition.label === '') return [];
  const at = { x: middle.x + (transition.offset?.x ?? 0), y: middle.y + (transition.offset?.y ?? 0) };
  return pill({ text: transition.label, middle: at, scale: 1, weight: 500, ...lookOf(transition) });
}

interface Pill {
  readonly text: string;
  readonly middle: Point;
  readonly scale: number;
  readonly weight: Weight;
  readonly fill: ColourName;
  readonly stroke: ColourName;
  readonly ink: ColourName;
}

const PORT = { fill: 'paper', stroke: 'line' } as const;

function lookOf({ lit, timer }: DrawnTransition): Pick<Pill, 'fill' | 'stroke' | 'ink'> {
  if (timer !== null) return { fill: 'wait-soft', stroke: 'wait', ink: 'wait' };
  if (lit) return { fill: 'accent', stroke: 'accent', ink: 'on-accent' };
  return { ...PORT, ink: 'ink-2' };
}

/** A small label on a line: filled, so that the line seems to pass behind it. */
function pill({ text: whole, middle, scale, weight, fill, stroke, ink }: Pill): readonly PlainMark[] {
  const size = LABEL.text * scale;
  const text = cutToWidth(whole, LABEL.widest - 2 * LABEL.inset, LABEL.text, weight);
  const width = widthOf(text, size, weight) + 2 * LABEL.inset * scale;
  const height = LABEL.height * scale;
  const rect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  const at = { x: middle.x, y: middle.y + MIDDLE * size };
  return [
    rectMark(rect, { fill, stroke, width: scale, radius: height / 2 }),
    textMark(text, at, { size: round(size), weight, ink, anchor: 'middle' }),
  ];
}
