import { durationText } from '#base';
import type { AgentCard, AgentMeter, TranscriptLine } from '#projection';
import { criteriaWords } from '../cardText';
import type { ColourName } from '../colours';
import type { Rect } from '../geometry/rect';
import type { IconName } from '../icons/icons';
import { type Size, TITLE_BAR } from './look';
import { baseline, circleMark, iconMark, type Mark, rectMark, textMark } from './mark';
import { widthOf } from './measure';

/** Heights of the parts of an agent's card, in canvas pixels. */
const HEIGHTS = { meters: 46, follows: 24, goal: 30, line: 22, head: 30, criterion: 22, around: 8 } as const;
const AROUND = 14;
const INDENT = 30;
const LEAST_LINES = 4;

/** What of an agent there is room for in its card, and how many lines of its turns. */
interface AgentParts {
  readonly meters: boolean;
  readonly goal: boolean;
  /** One below the other, or how many of them are met; `none` where it has none. */
  readonly criteria: 'list' | 'head' | 'none';
  readonly lines: number;
}

type Way = Pick<AgentParts, 'meters' | 'goal' | 'criteria'>;

/** What gives way first where there is less room: the goal, the criteria one by one, the limits. */
const WAYS: readonly Way[] = [
  { meters: true, goal: true, criteria: 'list' },
  { meters: true, goal: false, criteria: 'list' },
  { meters: true, goal: false, criteria: 'head' },
];
const LEAST: Way = { meters: false, goal: false, criteria: 'head' };

/** What is shown in a box of this height. */
export function agentParts(card: AgentCard, height: number): AgentParts {
  const fitting = WAYS.map((way) => partsOf(card, way, height));
  return fitting.find(({ lines }) => lines >= LEAST_LINES) ?? partsOf(card, LEAST, height);
}

function partsOf(card: AgentCard, way: Way, height: number): AgentParts {
  const { meters, goal } = way;
  const criteria = card.criteria.length === 0 ? 'none' : way.criteria;
  const taken =
    (meters ? HEIGHTS.meters + (card.atLimit === null ? 0 : HEIGHTS.follows) : 0) +
    (goal ? HEIGHTS.goal : 0) +
    criteriaHeight(card, criteria) +
    2 * HEIGHTS.around;
  const lines = Math.max(1, Math.floor((height - TITLE_BAR - taken) / HEIGHTS.line));
  return { meters, goal, criteria, lines };
}

function criteriaHeight({ criteria }: AgentCard, shown: AgentParts['criteria']): number {
  if (shown === 'none') return 0;
  return HEIGHTS.head + (shown === 'list' ? criteria.length * HEIGHTS.criterion + HEIGHTS.around : 0);
}

/** Above as many turns a segment for each could not be told from the next. */
export const mostSegments = 24;

const ICONS_OF_LINES = {
  thought: null,
  call: 'wrench',
  running: 'loader',
  waits: 'hourglass',
  seen: 'eye',
  trouble: 'circle-x',
  answer: 'flag',
  verdict: 'scale',
} satisfies Record<TranscriptLine['kind'], IconName | null>;

/** What a line of a transcript is, as a shape; a thought is words alone. */
export function lineIcon(kind: TranscriptLine['kind']): IconName | null {
  return ICONS_OF_LINES[kind];
}

const INKS = {
  thought: 'ink',
  call: 'ink-2',
  running: 'run',
  waits: 'wait',
  seen: 'ink-2',
  trouble: 'bad',
  answer: 'ok',
  verdict: 'ink-2',
} satisfies Record<TranscriptLine['kind'], ColourName>;

/** An agent in its box below the title bar: its limits, its goal, the last of its turns, its criteria. */
export function drawAgent(card: AgentCard, { width, height }: Size): readonly Mark[] {
  const parts = agentParts(card, height);
  let y = TITLE_BAR;
  const marks: Mark[] = [];
  if (parts.meters) {
    marks.push(...drawMeters(card.meters, y, width));
    y += HEIGHTS.meters;
    if (card.atLimit !== null) {
      marks.push(words(card.atLimit, AROUND, y, HEIGHTS.follows - 4, 'wait', width - 2 * AROUND));
      y += HEIGHTS.follows;
    }
    marks.push(line(y, width));
  }
  if (parts.goal) {
    marks.push(iconMark('target', { x: AROUND, y: y + 9 }, 14, 'ink-2'));
    marks.push(words(card.goal, AROUND + 22, y + 2, HEIGHTS.goal, 'ink-2', width - 2 * AROUND - 22));
    y += HEIGHTS.goal;
  }
  marks.push(...drawLines(card, parts.lines, y + HEIGHTS.around, width));
  const foot = height - criteriaHeight(card, parts.criteria);
  return [...marks, ...drawCriteria(card, parts, foot, width)];
}

/** Numbers right of their names, and below each a bar: of what has no limit the number alone. */
function drawMeters(meters: readonly AgentMeter[], top: number, width: number): readonly Mark[] {
  const gap = 16;
  const each = (width - 2 * AROUND - gap * (meters.length - 1)) / meters.length;
  return meters.flatMap((meter, index) => {
    const x = AROUND + index * (each + gap);
    const { text, share } = meterNow(meter);
    const y = top + 8;
    return [
      words(meter.name, x, y, 16, 'ink-2', each, 11),
      textMark(
        text,
        { x: x + each, y: y + baseline(16, 11) },
        { size: 11, ink: 'ink', anchor: 'end', room: each },
      ),
      ...(share === null
        ? []
        : [
            rectMark({ x, y: top + 30, width: each, height: 4 }, { fill: 'sunken', radius: 2 }),
            rectMark(
              { x, y: top + 30, width: each * Math.min(1, share), height: 4 },
              { fill: share >= 1 ? 'wait' : 'run', radius: 2 },
            ),
          ]),
    ];
  });
}

/** A picture stands still: of a time that goes on it has the limit alone. */
function meterNow(meter: AgentMeter): { readonly text: string; readonly share: number | null } {
  if (meter.name !== 'Time')
    return meter.limit === null
      ? { text: meter.used, share: null }
      : { text: `${meter.used} of ${meter.limit}`, share: meter.share };
  const { span, limitMs } = meter;
  const used = span.at === null ? null : Math.max(0, span.at - span.from);
  const limit = limitMs === null ? '' : ` of ${durationText(limitMs)}`;
  return {
    text: `${used === null ? '…' : durationText(used)}${limit}`,
    share: used === null || limitMs === null ? null : used / limitMs,
  };
}

/** The last lines of the turns, each turn with its number where it begins; the one that goes on is lit. */
function drawLines(
  { lines: all, lit }: AgentCard,
  most: number,
  top: number,
  width: number,
): readonly Mark[] {
  const lines = all.slice(Math.max(0, all.length - most));
  return lines.flatMap(({ kind, text, turn }, index) => {
    const y = top + index * HEIGHTS.line;
    const icon = lineIcon(kind);
    const x = AROUND + INDENT + (icon === null ? 0 : 22);
    const isFirst = lines[index - 1]?.turn !== turn;
    const isLit = turn === lit;
    return [
      ...(isFirst ? drawNumber(turn, y, isLit) : []),
      ...(kind === 'call'
        ? [
            rectMark(
              { x: AROUND + INDENT, y: y + 1, width: width - 2 * AROUND - INDENT, height: HEIGHTS.line - 2 },
              { fill: 'sunken', radius: 4 },
            ),
          ]
        : []),
      ...(icon === null ? [] : [iconMark(icon, { x: x - 17, y: y + 5 }, 12, INKS[kind])]),
      words(text, x, y, HEIGHTS.line, INKS[kind], width - AROUND - x),
    ];
  });
}

function drawNumber(turn: number, y: number, isLit: boolean): readonly Mark[] {
  const at = { x: AROUND + 9, y: y + HEIGHTS.line / 2 };
  return [
    circleMark(at, 9, { fill: isLit ? 'run-soft' : 'sunken' }),
    textMark(
      String(turn),
      { x: at.x, y: y + baseline(HEIGHTS.line, 11) },
      { size: 11, weight: 600, ink: isLit ? 'run' : 'ink-2', anchor: 'middle' },
    ),
  ];
}

function drawCriteria(
  card: AgentCard,
  { criteria: shown }: AgentParts,
  top: number,
  width: number,
): readonly Mark[] {
  if (shown === 'none') return [];
  const right = width - AROUND;
  const head: readonly Mark[] = [
    line(top, width),
    textMark(
      'Criteria',
      { x: AROUND, y: top + baseline(HEIGHTS.head, 12) },
      { size: 12, weight: 600, ink: 'ink' },
    ),
    textMark(
      criteriaWords(card),
      { x: right, y: top + baseline(HEIGHTS.head, 11) },
      { size: 11, ink: 'ink-2', anchor: 'end' },
    ),
  ];
  if (shown === 'head') return head;
  return [
    ...head,
    ...card.criteria.flatMap(({ text, since, isLost }, index) => {
      const y = top + HEIGHTS.head + index * HEIGHTS.criterion;
      const said = criterionWords({ since, isLost });
      const ink = since === null ? (isLost ? 'wait' : 'ink-2') : 'ok';
      const room = right - AROUND - 22 - widthOf(said, 11, 400) - 12;
      return [
        iconMark(since === null ? 'circle' : 'circle-check', { x: AROUND, y: y + 4 }, 14, ink),
        words(text, AROUND + 22, y, HEIGHTS.criterion, 'ink', room),
        textMark(
          said,
          { x: right, y: y + baseline(HEIGHTS.criterion, 11) },
          { size: 11, ink, anchor: 'end' },
        ),
      ];
    }),
  ];
}

/** On a small card one for each turn that it may have, those filled that it has had. */
export function drawSegments({ turns, atLimit }: AgentCard, { x, y, width, height }: Rect): readonly Mark[] {
  const gap = 3;
  const each = (width - gap * (turns.most - 1)) / turns.most;
  const had = atLimit === null ? 'run' : 'wait';
  return Array.from({ length: turns.most }, (_, index) =>
    rectMark(
      { x: x + index * (each + gap), y, width: each, height },
      { fill: index < turns.had ? had : 'line', radius: height / 2 },
    ),
  );
}

/** "met in turn 1", "open" */
export function criterionWords({
  since,
  isLost,
}: Pick<AgentCard['criteria'][number], 'since' | 'isLost'>): string {
  if (since !== null) return `met in turn ${since}`;
  return isLost ? 'no longer met' : 'open';
}

function words(
  text: string,
  x: number,
  y: number,
  lineHeight: number,
  ink: ColourName,
  room: number,
  size = 12,
): Mark {
  return textMark(text, { x, y: y + baseline(lineHeight, size) }, { size, ink, room });
}

function line(y: number, width: number): Mark {
  return rectMark({ x: 1, y, width: width - 2, height: 1 }, { fill: 'line' });
}
