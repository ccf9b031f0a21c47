import type { DrawnTransition, GraphEdge } from '#projection';
import type { ColourName } from '../colours';
import type { Point } from '../geometry/point';
import type { RoutedEdge } from '../geometry/routed';
import { svgPath } from '../geometry/svgPath';
import { circleMark, type Mark, pathMark, rectMark, round, textMark } from './mark';
import { cutToWidth, type Weight, widthOf } from './measure';

export const EDGE_WIDTH = 1.6;
export const EDGE_CORNER = 14;

interface Stroke {
  readonly colour: ColourName;
  readonly dash: readonly number[];
}

/** DESIGN: taken solid green, live dashed blue, planned dashed violet, dead dotted. */
export const EDGE_STROKES: Readonly<Record<GraphEdge['state'], Stroke>> = {
  idle: { colour: 'line-strong', dash: [] },
  taken: { colour: 'ok', dash: [] },
  live: { colour: 'run', dash: [6, 4] },
  planned: { colour: 'plan', dash: [4, 4] },
  dead: { colour: 'line-strong', dash: [1.5, 4.5] },
};

/** The line of an edge, and of a transition its ends. */
export function drawEdge({ edge, points, scale }: RoutedEdge): readonly Mark[] {
  const { colour, dash } = EDGE_STROKES[edge.state];
  const { transition } = edge;
  const possible = transition?.lit === true || transition?.preview === true;
  const stroke = possible ? 'accent' : colour;
  const way = svgPath(
    points.map(({ x, y }) => ({ x: round(x), y: round(y) })),
    EDGE_CORNER * scale,
  );
  const line = pathMark(way, {
    stroke,
    width: EDGE_WIDTH * scale,
    ...(dash.length === 0 ? {} : { dash: dash.map((length) => round(length * scale)).join(' ') }),
  });
  const ends =
    transition === undefined
      ? []
      : drawEnds(transition, points, transition.cause === 'initial' ? 'ink-2' : stroke);
  return [line, ...ends];
}

const HEAD = 8;
const HALF = 4.5;
const DOT = 7;

/** The head of a transition, and the dot where a region begins. */
function drawEnds(
  { cause, state }: DrawnTransition,
  points: readonly Point[],
  fill: ColourName,
): readonly Mark[] {
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
  const head = pathMark(`M${corners.map((at) => `${round(at.x)} ${round(at.y)}`).join('L')}z`, { fill });
  if (cause !== 'initial' && state !== null) return [head];
  return [head, circleMark(first, cause === 'initial' ? DOT : DOT / 2, { fill })];
}

const TEXT = 11;
const HEIGHT = 20;
const INSET = 8;
const WIDEST = 220;

/** The word on a line: the port that it leaves by, or its transition; none where nothing is to be told. */
export function drawLabel({ edge, middle, scale }: RoutedEdge): readonly Mark[] {
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
function pill({ text: whole, middle, scale, weight, fill, stroke, ink }: Pill): readonly Mark[] {
  const size = TEXT * scale;
  const text = cutToWidth(whole, WIDEST - 2 * INSET, TEXT, weight);
  const width = widthOf(text, size, weight) + 2 * INSET * scale;
  const height = HEIGHT * scale;
  const rect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  const at = { x: middle.x, y: middle.y + 0.3638 * size };
  return [
    rectMark(rect, { fill, stroke, width: scale, radius: height / 2 }),
    textMark(text, at, { size: round(size), weight, ink, anchor: 'middle' }),
  ];
}
