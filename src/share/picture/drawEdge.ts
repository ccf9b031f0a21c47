import type { GraphEdge, GraphNode } from '#projection';
import { cutText } from '#projection';
import { COLOURS } from './colours';
import { words } from './drawNode';
import type { Rect } from './rects';

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The line of an edge and, where it has one, its word: the port that it leaves by, or its transition.
 *
 * @param rank how many edges between the same two came before: their words stand below one another
 */
export function drawEdge(
  edge: GraphEdge,
  from: GraphNode | undefined,
  source: Rect,
  target: Rect,
  rank: number,
): string {
  if (edge.transition === undefined) return flow(edge, from, source, target);
  const { cause, label } = edge.transition;
  return cause === 'initial' && source === target ? begins(target) : transition(label, source, target, rank);
}

const LEAST_BEND = 28;

function flow(edge: GraphEdge, from: GraphNode | undefined, source: Rect, target: Rect): string {
  const start = { x: source.x + source.width, y: source.y + heightOfPort(edge.port, from, source) };
  const end = { x: target.x, y: target.y + target.height / 2 };
  const word =
    edge.port === 'out' || edge.implied ? '' : words(start.x + 6, round(start.y - 5), 'line', edge.port);
  const path = end.x < start.x ? backTo(start, end, source, target) : onTo(start, end);
  return line(path, edge.implied || edge.state === 'planned') + word;
}

function onTo(start: Point, end: Point): string {
  const bend = Math.max(LEAST_BEND, (end.x - start.x) / 2);
  return `M${at(start)} C${at({ x: start.x + bend, y: start.y })} ${at({ x: end.x - bend, y: end.y })} ${at(end)}`;
}

const TURN = 18;

/** To the next row: out to the right, back between the rows, in from the left. */
function backTo(start: Point, end: Point, source: Rect, target: Rect): string {
  const bottom = source.y + source.height;
  const between =
    target.y > bottom ? (bottom + target.y) / 2 : Math.max(bottom, target.y + target.height) + TURN;
  const [right, left] = [start.x + TURN, end.x - TURN];
  const corners = [
    start,
    { x: right, y: start.y },
    { x: right, y: between },
    { x: left, y: between },
    { x: left, y: end.y },
    end,
  ];
  return `M${corners.map(at).join(' L')}`;
}

/** Ports stand below one another, as on the card. */
function heightOfPort(port: string, from: GraphNode | undefined, { height }: Rect): number {
  const ports = (from?.ports ?? []).filter((one) => one !== 'error' || one === port);
  const place = ports.indexOf(port);
  return place < 0 ? height / 2 : (height * (place + 1)) / (ports.length + 1);
}

/** Longest word of a transition. */
const LABEL = 28;
const LABEL_STEP = 20;

/** The mark of where a machine begins: a dot before its first state. */
function begins({ x, y, height }: Rect): string {
  const middleOf = y + height / 2;
  return `<circle cx="${x - 22}" cy="${middleOf}" r="4.5" fill="${COLOURS.ink}"/>${line(`M${x - 17} ${middleOf} L${x} ${middleOf}`, false)}`;
}

function transition(label: string, source: Rect, target: Rect, rank: number): string {
  const text = cutText(label, LABEL);
  if (source === target) return loop(text, source);
  const [from, to] = [middle(source), middle(target)];
  const start = borderTowards(source, to);
  const end = borderTowards(target, from);
  // Two ways between the same states part from one another: each bends to its own right.
  const away = { x: (end.y - start.y) * 0.14, y: (start.x - end.x) * 0.14 };
  const bend = { x: (start.x + end.x) / 2 + away.x, y: (start.y + end.y) / 2 + away.y };
  const top = {
    x: (start.x + end.x) / 4 + bend.x / 2,
    y: (start.y + end.y) / 4 + bend.y / 2 + rank * LABEL_STEP,
  };
  return `${line(`M${at(start)} Q${at(bend)} ${at(end)}`, false)}${label === '' ? '' : pill(text, top)}`;
}

function loop(label: string, { x, y, width }: Rect): string {
  const right = x + width - 30;
  const path = `M${right} ${y} C${right} ${y - 36} ${right + 24} ${y - 36} ${right + 24} ${y}`;
  return `${line(path, false)}${label === '' ? '' : pill(label, { x: right + 12, y: y - 34 })}`;
}

function pill(text: string, { x, y }: Point): string {
  const width = text.length * 6.6 + 14;
  return `<rect x="${round(x - width / 2)}" y="${round(y - 10)}" width="${round(width)}" height="20" rx="10" fill="${COLOURS.paper}"/>${words(round(x - width / 2 + 7), round(y + 4), 'line', text)}`;
}

function line(path: string, dashed: boolean): string {
  return `<path d="${path}" fill="none" stroke="${COLOURS.edge}" stroke-width="1.5" stroke-linejoin="round"${dashed ? ' stroke-dasharray="4 4"' : ''} marker-end="url(#tip)"/>`;
}

function middle({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the way to a point leaves a rectangle. */
function borderTowards(rect: Rect, { x, y }: Point): Point {
  const from = middle(rect);
  const [dx, dy] = [x - from.x, y - from.y];
  if (dx === 0 && dy === 0) return from;
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : rect.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : rect.height / 2 / Math.abs(dy),
  );
  return scale >= 1 ? from : { x: from.x + dx * scale, y: from.y + dy * scale };
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
