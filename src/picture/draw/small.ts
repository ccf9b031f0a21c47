import { type GraphNode, type Lane, type NodeStatus, type StateCard, shownStatus } from '#projection';
import { lineOf } from '../cardText';
import type { ColourName } from '../colours';
import { beamIn } from '../geometry/ports';
import { type DeclaredIcon, iconOfCard } from '../icons/iconOf';
import type { Size } from './look';
import { edgingOf, GLYPH, isFaded, revisionMark, stateMark, statusMark } from './look';
import { baseline, circleMark, iconMark, type Mark, MIDDLE, pathMark, rectMark, textMark } from './mark';
import { widthOf } from './measure';

const CAPTION_WIDEST = 140;

/** Where ways part (FORK) or meet (JOIN): a bar, with what it waits for above it. */
export function drawBar(node: GraphNode, { width, height }: Size): readonly Mark[] {
  const caption = [node.node.name?.trim() ?? '', lineOf(node)].filter((text) => text !== '').join(' · ');
  const middle = width / 2;
  const state = stateMark(node, { x: width + 4 - GLYPH, y: 0 });
  const at = { x: middle, y: -18 + baseline(15.95, 11) };
  return [
    rectMark(beamIn({ x: 0, y: 0, width, height }), { fill: beamInk(shownStatus(node)), radius: 4 }),
    ...(caption === ''
      ? []
      : [textMark(caption, at, { size: 11, ink: 'ink-2', anchor: 'middle', room: CAPTION_WIDEST })]),
    ...(state.length === 0 ? [] : [circleMark({ x: width - 4, y: 8 }, 8, { fill: 'paper' })]),
    ...state,
    ...revisionMark(node, width),
  ];
}

function beamInk(status: NodeStatus | null): ColourName {
  switch (status) {
    case 'succeeded':
      return 'ok';
    case 'running':
    case 'ready':
      return 'run';
    case 'waiting':
    case 'paused':
      return 'wait';
    case 'failed':
    case 'uncertain':
      return 'bad';
    case 'skipped':
    case 'cancelled':
      return 'line-strong';
    case 'planned':
      return 'plan';
    default:
      return 'ink-3';
  }
}

export const LANE_HINTS: Readonly<Record<Lane, string>> = {
  try: 'Drop what may fail here',
  catch: 'Drop what to do then',
  finally: 'Drop what is always done',
};

const CORNER = { x: 12, y: 8 + baseline(15.95, 11) };

/** One body of a TRY_CATCH: its name at the corner, a dashed line above it. */
export function drawLane(lane: GraphNode, size: Size, empty: boolean): readonly Mark[] {
  const { title, status } = lane;
  const after = CORNER.x + widthOf(title, 11, 600) + 6;
  const state =
    status === 'skipped'
      ? [textMark('not needed', { x: after, y: CORNER.y }, { size: 11, ink: 'ink-3' })]
      : status === null
        ? []
        : statusMark(status, { x: after, y: 9 }, 14);
  return [
    ...(lane.lane === 'try' ? [] : [dashed(`M1 .5H${size.width - 1}`)]),
    textMark(title, CORNER, { size: 11, weight: 600, ink: 'ink-2' }),
    ...state,
    ...(empty ? [hint(LANE_HINTS[lane.lane ?? 'try'], 0, size)] : []),
  ];
}

/** A region of a parallel state: a pane with its name at the corner, parted from the others by dashed lines. */
export function drawRegion(
  node: GraphNode,
  at: { readonly x: number; readonly y: number },
  size: Size,
  empty: boolean,
): readonly Mark[] {
  return [
    ...(at.x > 0 ? [dashed(`M.5 0V${size.height}`)] : []),
    ...(at.y > 60 ? [dashed(`M0 .5H${size.width}`)] : []),
    textMark(node.title, CORNER, { size: 11, weight: 600, ink: 'ink-2', room: size.width - 24 }),
    ...(empty ? [hint(node.line === '' ? 'Drop states here' : node.line, 16, size)] : []),
  ];
}

function dashed(d: string): Mark {
  return pathMark(d, { stroke: 'line-strong', dash: [3, 3] });
}

function hint(text: string, top: number, { width, height }: Size): Mark {
  const at = { x: width / 2, y: (top + height) / 2 + MIDDLE * 12 };
  return textMark(text, at, { size: 12, ink: 'ink-3', anchor: 'middle', room: width - 16 });
}

/** A step as a row of text: what an executor shows when cards would be too small to read (D4). */
export function drawRow(node: GraphNode, { width, height }: Size, declared: DeclaredIcon): readonly Mark[] {
  const middle = height / 2;
  const ink = isFaded(node) ? 'ink-3' : 'ink';
  const ghost = node.mark === 'ghost';
  const running = shownStatus(node) === 'running';
  const state = stateMark(node, { x: width - 9 - GLYPH, y: middle - GLYPH / 2 });
  const x = 9 + 14 + 8;
  const nameRoom = Math.min(widthOf(node.title, 12, 600), 0.6 * (width - 18));
  const after = x + nameRoom + 8;
  const rect = { x: 0, y: 0, width, height };
  const { colour } = edgingOf(node);
  return [
    ...(ghost ? [rectMark(rect, { stroke: colour, dash: [4, 3], radius: 8 })] : []),
    ...(running ? [rectMark(rect, { fill: 'run-soft', radius: 8 })] : []),
    iconMark(iconOfCard(node, declared), { x: 9, y: middle - 7 }, 14, ink),
    textMark(
      node.title,
      { x, y: middle + MIDDLE * 12 },
      { size: 12, weight: 600, ink, room: nameRoom + 0.5 },
    ),
    textMark(
      lineOf(node),
      { x: after, y: middle + MIDDLE * 11 },
      { size: 11, ink: 'ink-2', room: width - 9 - after - (state.length === 0 ? 0 : GLYPH + 8) },
    ),
    ...state,
  ];
}

/** A history state: H remembers one level, H* all of them. */
export function drawHistory({ shape }: StateCard, { width, height }: Size): readonly Mark[] {
  const middle = { x: width / 2, y: height / 2 };
  return [
    circleMark(middle, Math.min(width, height) / 2 - 0.5, { fill: 'raised', stroke: 'line-strong' }),
    textMark(
      shape.deep ? 'H*' : 'H',
      { x: middle.x, y: middle.y + MIDDLE * 12 },
      { size: 12, weight: 600, ink: 'ink-2', anchor: 'middle' },
    ),
  ];
}
