import { type GraphNode, type NodeStatus, shownStatus } from '#projection';
import { isOff, lineOf, progressOf } from '../cardText';
import type { ColourName } from '../colours';
import type { Point } from '../geometry/point';
import { iconOfStatus } from '../icons/iconOf';
import { baseline, iconMark, type Mark, MIDDLE, rectMark, textMark } from './mark';
import { widthOf } from './measure';

/** The colours of a status: of its shape and border, and of what lies behind it. */
export interface Tone {
  readonly strong: 'ok' | 'run' | 'wait' | 'bad' | 'plan' | 'skip';
  readonly soft: `${Tone['strong']}-soft`;
}

/** The tone of a status; what has not happened, was not needed or was given up has the quiet one. */
export function toneOf(status: NodeStatus | null): Tone {
  switch (status) {
    case 'succeeded':
      return { strong: 'ok', soft: 'ok-soft' };
    case 'running':
      return { strong: 'run', soft: 'run-soft' };
    case 'waiting':
    case 'paused':
    case 'retrying':
      return { strong: 'wait', soft: 'wait-soft' };
    case 'failed':
    case 'uncertain':
      return { strong: 'bad', soft: 'bad-soft' };
    case 'planned':
      return { strong: 'plan', soft: 'plan-soft' };
    default:
      return { strong: 'skip', soft: 'skip-soft' };
  }
}

/** The border of a card or box. */
export interface Edging {
  readonly colour: ColourName;
  readonly dashed: boolean;
  /** What surrounds a card that is at work. */
  readonly halo: ColourName | null;
}

const MARKS = {
  kept: 'skip',
  added: 'ok',
  changed: 'wait',
  dropped: 'bad',
  ghost: 'bad',
  writing: 'skip',
  'added by you': 'accent',
  'changed by you': 'accent',
} as const;

export function edgingOf(node: GraphNode): Edging {
  const status = shownStatus(node);
  const { strong, soft } = toneOf(status);
  const isActive = strong === 'run' || strong === 'wait';
  const isTold = isActive || strong === 'bad' || status === 'planned';
  const halo = isActive ? soft : null;
  const isDropped = node.mark === 'dropped' || node.mark === 'ghost' || node.mark === 'writing';
  if (node.mark !== null) return { colour: MARKS[node.mark], dashed: isDropped, halo };
  if (status === null && node.reason !== null) return { colour: problemColour(node), dashed: false, halo };
  return { colour: isTold ? strong : 'line-strong', dashed: status === 'planned', halo };
}

/** Warnings are amber, as on the canvas. */
export function problemColour({ warned }: GraphNode): 'bad' | 'wait' {
  return warned === true ? 'wait' : 'bad';
}

/** Whether a card is faded: it was not needed, was given up, or is switched off. */
export function isFaded(node: GraphNode): boolean {
  const status = shownStatus(node);
  return status === 'skipped' || status === 'cancelled' || (status === null && isOff(node));
}

/** What a card is drawn in: its own corner is the origin. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How round the corners of a card and of a container are. */
export const CARD_RADIUS = 12;
export const BOX_RADIUS = 16;
/** The title bar of a container. */
export const TITLE_BAR = 40;
export const INSET = 13;
export const GLYPH = 16;

/** Whether something stands in the corner that tells how a node is. */
export function hasState(node: GraphNode): boolean {
  return stateMark(node, { x: 0, y: 0 }).length > 0;
}

/** The shape of a node's status, of a problem, or of being switched off. */
export function stateMark(node: GraphNode, at: Point): readonly Mark[] {
  if (node.mark === 'ghost') return [iconMark('circle-exclamation-point', at, GLYPH, 'bad')];
  if (node.mark === 'writing' || node.mark === 'dropped') return [];
  if (node.status === null && node.reason !== null)
    return [iconMark('circle-exclamation-point', at, GLYPH, problemColour(node))];
  if (node.status === null) return isOff(node) ? statusMark('skipped', at, GLYPH) : [];
  return statusMark(shownStatus(node) ?? node.status, at, GLYPH);
}

export function statusMark(status: NodeStatus, at: Point, size: number): readonly Mark[] {
  const icon = iconOfStatus(status);
  return icon === null ? [] : [iconMark(icon, at, size, toneOf(status).strong)];
}

/** What a revision did with a step, on the card's corner. */
export function revisionMark({ mark }: GraphNode, width: number): readonly Mark[] {
  if (mark === null || mark === 'ghost' || mark === 'writing') return [];
  const colour = MARKS[mark];
  const long = widthOf(mark, 11, 500) + 18;
  const rect = { x: width - 11 - long, y: -9, width: long, height: 20 };
  return [
    rectMark(rect, { fill: `${colour}-soft`, stroke: colour, radius: 10 }),
    textMark(mark, { x: rect.x + 9, y: 1 - 9 + baseline(18, 11) }, { size: 11, weight: 500, ink: colour }),
  ];
}

/** The pill of a box's title bar, by its right end: the status and how far it is. */
export function statusPill(node: GraphNode, right: number, middle: number, narrow: boolean) {
  const { status } = node;
  if (status === null || status === 'pending' || (status === 'skipped' && node.unanswered === true))
    return { marks: [], width: 0 };
  const { strong, soft } = toneOf(status);
  const progress = progressOf(node);
  const text = progress === null ? status : narrow ? progress : `${status} · ${progress}`;
  const icon = iconOfStatus(status);
  const width = widthOf(text, 12, 500) + 20 + (icon === null ? 0 : 20);
  const x = right - width;
  const marks = [
    rectMark({ x, y: middle - 11, width, height: 22 }, { fill: soft, radius: 11 }),
    ...(icon === null ? [] : [iconMark(icon, { x: x + 10, y: middle - 7 }, 14, strong)]),
    textMark(
      text,
      { x: right - 10, y: middle + MIDDLE * 12 },
      { size: 12, weight: 500, ink: strong, anchor: 'end' },
    ),
  ];
  return { marks, width };
}

const NAME = 13;
const NAME_LINE = 17.94;
const LINE = 11;
const LINE_LINE = 15.95;

/** The name of a card and below it the one line that matters, in the middle of its height. */
export function nameAndLine(
  node: GraphNode,
  at: { readonly x: number; readonly middle: number; readonly room: number; readonly nameRoom: number },
  inks: { readonly name: ColourName; readonly line: ColourName },
): readonly Mark[] {
  const line = lineOf(node);
  const top = at.middle - (line === '' ? NAME_LINE : NAME_LINE + LINE_LINE) / 2;
  const name = textMark(
    node.title,
    { x: at.x, y: top + baseline(NAME_LINE, NAME) },
    {
      size: NAME,
      weight: isFaded(node) ? 500 : 600,
      ink: inks.name,
      room: at.nameRoom,
      struck: node.mark === 'dropped',
    },
  );
  if (line === '') return [name];
  const y = top + NAME_LINE + baseline(LINE_LINE, LINE);
  return [name, textMark(line, { x: at.x, y }, { size: LINE, ink: inks.line, room: at.room })];
}
