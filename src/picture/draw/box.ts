import { isContainer } from '#plan';
import type { GraphBox, GraphNode } from '#projection';
import { lineOf } from '../cardText';
import { round } from '../geometry/svgPath';
import { type DeclaredIcon, iconOfCard } from '../icons/iconOf';
import { drawAgent } from './agent';
import { frame } from './card';
import {
  BOX_RADIUS,
  edgingOf,
  GLYPH,
  INSET,
  isFaded,
  revisionMark,
  type Size,
  stateMark,
  statusPill,
  TITLE_BAR,
} from './look';
import { iconMark, type Mark, MIDDLE, pathMark, rectMark, textMark } from './mark';
import { widthOf } from './measure';

const GAP = 8;
/** Below these widths a title bar says less, so that the name keeps its room. */
const NARROW = 340;
const NARROW_WITH_ROUNDS = 520;

/** A container: a quiet border and a title bar; what is in it is drawn over it. */
export function drawBox(
  node: GraphNode,
  box: GraphBox,
  size: Size,
  { declared, empty }: { readonly declared: DeclaredIcon; readonly empty: boolean },
): readonly Mark[] {
  const { width, height } = size;
  const bar = box.collapsed ? height : TITLE_BAR;
  return [
    ...frame(size, BOX_RADIUS, edgingOf(node), 'surface', 0.72),
    pathMark(titleShape(width, bar, box.collapsed), { fill: 'surface' }),
    ...(box.collapsed ? [] : [rectMark({ x: 1, y: bar, width: width - 2, height: 1 }, { fill: 'line' })]),
    ...titleOf(node, width, bar, declared),
    ...(box.collapsed ? [] : insideOf(node, box, size, empty)),
    ...revisionMark(node, width),
  ];
}

/** The title bar within the border, round where the box is. */
function titleShape(width: number, height: number, folded: boolean): string {
  const r = BOX_RADIUS - 1;
  const [right, bottom] = [round(width - 1), round(height - (folded ? 1 : 0))];
  const top = `M1 ${r + 1}a${r} ${r} 0 0 1 ${r} ${-r}H${right - r}a${r} ${r} 0 0 1 ${r} ${r}`;
  return folded
    ? `${top}V${bottom - r}a${r} ${r} 0 0 1 ${-r} ${r}H${r + 1}a${r} ${r} 0 0 1 ${-r} ${-r}z`
    : `${top}V${bottom}H1z`;
}

function titleOf(node: GraphNode, width: number, bar: number, declared: DeclaredIcon): readonly Mark[] {
  const middle = 1 + (bar - 1) / 2;
  const within = width - 22;
  const narrow = within <= NARROW || (node.rounds !== null && within <= NARROW_WITH_ROUNDS);
  const ink = isFaded(node) ? 'ink-3' : 'ink';
  const text = (words: string, x: number, size: number, room: number): Mark =>
    textMark(
      words,
      { x, y: middle + MIDDLE * size },
      { size, weight: size === 13 ? 600 : 400, ink: size === 13 ? ink : 'ink-2', room },
    );
  const status =
    node.status === null ? cornerOf(node, width, middle) : statusPill(node, width - INSET, middle, narrow);
  const rounds = roundsOf(node, width - INSET - status.width - (status.width > 0 ? GAP : 0), middle, narrow);
  const taken = [status, rounds].reduce((sum, one) => sum + (one.width > 0 ? one.width + GAP : 0), 0);
  const x = INSET + GLYPH + GAP;
  const room = width - INSET - taken - x;
  const nameWidth = Math.min(room, widthOf(node.title, 13, 600));
  const fact = lineOf(node);
  const factRoom = room - nameWidth - GAP;
  return [
    iconMark(iconOfCard(node, declared), { x: INSET, y: middle - GLYPH / 2 }, GLYPH, ink),
    text(node.title, x, 13, room),
    ...(fact === '' || narrow || factRoom < 24 ? [] : [text(fact, x + nameWidth + GAP, 12, factRoom)]),
    ...rounds.marks,
    ...status.marks,
  ];
}

interface Piece {
  readonly marks: readonly Mark[];
  readonly width: number;
}

function cornerOf(node: GraphNode, width: number, middle: number): Piece {
  const marks = stateMark(node, { x: width - INSET - GLYPH, y: middle - GLYPH / 2 });
  return { marks, width: marks.length === 0 ? 0 : GLYPH };
}

/** Which round of a container is drawn. */
function roundsOf({ rounds }: GraphNode, right: number, middle: number, narrow: boolean): Piece {
  if (rounds === null) return { marks: [], width: 0 };
  const { word, shown, statuses } = rounds;
  const which = `${shown + 1} of ${statuses.length}`;
  const text = narrow ? which : `${word} ${which}`;
  const width = widthOf(text, 11, 400) + 20;
  const failed = statuses[shown] === 'failed';
  const rect = { x: right - width, y: middle - 12, width, height: 24 };
  const at = { x: right - width / 2, y: middle + MIDDLE * 11 };
  return {
    marks: [
      rectMark(rect, { fill: 'surface', stroke: 'line', radius: 12 }),
      textMark(text, at, { size: 11, ink: failed ? 'bad' : 'ink-2', anchor: 'middle' }),
    ],
    width,
  };
}

function insideOf(
  node: GraphNode,
  { overflow, picture }: GraphBox,
  { width, height }: Size,
  empty: boolean,
): readonly Mark[] {
  if (node.type !== 'STATE' && node.agent !== undefined) return drawAgent(node.agent, { width, height });
  const marks: Mark[] = [];
  if (empty && picture === undefined) {
    const at = { x: width / 2, y: (TITLE_BAR + height) / 2 + MIDDLE * 12 };
    marks.push(textMark(hintOf(node), at, { size: 12, ink: 'ink-3', anchor: 'middle', room: width - 32 }));
  }
  if (overflow > 0) {
    const text = `+${overflow}`;
    const long = widthOf(text, 12, 600) + 26;
    const rect = { x: width - 17 - long, y: height - 13 - 28, width: long, height: 28 };
    const at = { x: rect.x + long / 2, y: rect.y + 14 + MIDDLE * 12 };
    marks.push(
      rectMark(rect, { fill: 'surface', stroke: 'plan', dash: [3, 3], radius: 8 }),
      textMark(text, at, { size: 12, weight: 600, ink: 'plan', anchor: 'middle' }),
    );
  }
  return marks;
}

/** What an empty container says of itself. */
export function hintOf(node: GraphNode): string {
  if (node.type === 'STATE') return 'Drop states here';
  if (isContainer(node.node)) return 'Drop nodes here';
  if (node.unanswered === true) return 'The plan is drawn here once the question is understood';
  return node.status === 'skipped' ? 'There was no plan to carry out' : 'The plan unfolds here when it runs';
}
