import { type NodeCard, type StateCard, shownStatus } from '#projection';
import type { ColourName } from '../colours';
import { type DeclaredIcon, iconOfCard } from '../icons/iconOf';
import { drawSegments, mostSegments } from './agent';
import {
  CARD_RADIUS,
  type Edging,
  edgingOf,
  GLYPH,
  hasState,
  INSET,
  isFaded,
  nameAndLine,
  problemColour,
  revisionMark,
  type Size,
  stateMark,
  toneOf,
} from './look';
import { iconMark, type Mark, rectMark, textMark } from './mark';

const TILE = 30;
const GAP = 12;
const HALO = 3;
/** The bar of an agent's turns, and how far above it its words stand. */
const SEGMENTS = 3;

/** A leaf: glyph, name, the one line that matters, and the shape of its status. */
export function drawCard(node: NodeCard, { width, height }: Size, declared: DeclaredIcon): readonly Mark[] {
  const middle = height / 2;
  const faded = isFaded(node);
  const { strong, soft } = toneOf(shownStatus(node));
  const told = strong === 'run' || strong === 'wait' || strong === 'bad';
  const x = INSET + TILE + GAP;
  const room = width - x - INSET;
  const ghost = node.mark === 'ghost';
  const struck = node.mark === 'dropped' ? 'ink-2' : 'ink';
  const hasTurns = node.agent !== undefined && node.agent.turns.most <= mostSegments;
  return [
    ...frame({ width, height }, CARD_RADIUS, edgingOf(node), ghost ? 'surface' : faded ? 'paper' : 'raised'),
    rectMark(
      { x: INSET, y: middle - TILE / 2, width: TILE, height: TILE },
      { fill: told ? soft : 'sunken', radius: 8 },
    ),
    iconMark(
      iconOfCard(node, declared),
      { x: INSET + (TILE - GLYPH) / 2, y: middle - GLYPH / 2 },
      GLYPH,
      told ? strong : faded ? 'ink-3' : 'ink',
    ),
    ...nameAndLine(
      node,
      { x, middle: hasTurns ? middle - SEGMENTS : middle, room, nameRoom: hasState(node) ? room - 18 : room },
      { name: faded ? 'ink-3' : struck, line: ghost ? 'bad' : faded ? 'ink-3' : 'ink-2' },
    ),
    ...(hasTurns && node.agent !== undefined
      ? drawSegments(node.agent, { x, y: middle + 2 * SEGMENTS + 11, width: room, height: SEGMENTS })
      : []),
    ...stateMark(node, { x: width - 11 - GLYPH, y: 11 }),
    ...revisionMark(node, width),
  ];
}

/** A state that holds no others: its name and its line; "final" and a second border where nothing goes on. */
export function drawState(node: StateCard, { width, height }: Size): readonly Mark[] {
  const ends = node.shape.kind === 'final' || node.node.isTerminal === true;
  const isFinal = node.shape.kind === 'final';
  const look = stateLook(node);
  const shows = showsState(node) && hasState(node);
  const right = width - INSET - (shows ? GLYPH + 8 : 0);
  const room = right - INSET - (ends ? 36 : 0);
  return [
    ...frame({ width, height }, CARD_RADIUS, look.edging, look.fill),
    ...(isFinal
      ? [
          rectMark(
            { x: -3, y: -3, width: width + 6, height: height + 6 },
            { stroke: look.edging.colour, radius: 15 },
          ),
        ]
      : []),
    ...nameAndLine(
      node,
      { x: INSET, middle: height / 2, room, nameRoom: room },
      { name: look.name, line: 'ink-2' },
    ),
    ...(ends ? [textMark('final', { x: right, y: 25 }, { size: 11, ink: 'ink-2', anchor: 'end' })] : []),
    ...(shows ? stateMark(node, { x: width - INSET - GLYPH, y: (height - GLYPH) / 2 }) : []),
  ];
}

interface StateLook {
  readonly edging: Edging;
  readonly fill: ColourName;
  readonly name: ColourName;
}

/** The fill says that a state is active. */
function stateLook(node: StateCard): StateLook {
  const { status, reason, shape } = node;
  const plain = { dashed: false, halo: null };
  if (status === 'running')
    return { edging: { ...plain, colour: 'run', halo: 'run-soft' }, fill: 'run-soft', name: 'run' };
  if (status === 'failed') return { edging: { ...plain, colour: 'bad' }, fill: 'bad-soft', name: 'ink' };
  if (status === 'succeeded' && shape.kind === 'final')
    return { edging: { ...plain, colour: 'ok' }, fill: 'ok-soft', name: 'ink' };
  const problem = status === null && reason !== null;
  return {
    edging: { ...plain, colour: problem ? problemColour(node) : 'line-strong' },
    fill: 'raised',
    name: 'ink',
  };
}

/** A shape is for problems and ends. */
function showsState({ status, reason, shape }: StateCard): boolean {
  if (status === null) return reason !== null;
  return status === 'failed' || (shape.kind === 'final' && status === 'succeeded');
}

/** The border of a card or box with its fill, and around it what says that it is at work. */
export function frame(
  { width, height }: Size,
  radius: number,
  { colour, dashed, halo }: Edging,
  fill: ColourName,
  cover?: number,
): readonly Mark[] {
  const around = {
    x: -HALO,
    y: -HALO,
    width: width + 2 * HALO,
    height: height + 2 * HALO,
  };
  return [
    ...(halo === null ? [] : [rectMark(around, { stroke: halo, width: HALO, radius: radius + HALO })]),
    rectMark(
      { x: 0, y: 0, width, height },
      {
        fill,
        stroke: colour,
        radius,
        ...(dashed ? { dash: [4, 3] } : {}),
        ...(cover === undefined ? {} : { cover }),
      },
    ),
  ];
}
