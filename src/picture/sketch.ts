import type { Boxes, Graph, GraphMark, GraphNode } from '#projection';
import type { ColourName } from './colours';
import { EDGE_CORNER } from './draw/edge';
import { type Tone, toneOf } from './draw/look';
import { type IconMark, iconMark, lineMark, type Mark, type RectMark, rectMark, textMark } from './draw/mark';
import { isOpen } from './geometry/isOpen';
import { beamIn } from './geometry/ports';
import { absoluteRects, boundsOf, type Rect } from './geometry/rect';
import { routeEdges } from './geometry/routes';
import { type DeclaredIcon, iconOfCard } from './icons/iconOf';
import type { IconName } from './icons/icons';

/** A graph as few shapes and lines: what can be told when it is drawn as large as a stamp. */
export interface Sketch {
  readonly bounds: Rect;
  /** From behind to the front. */
  readonly marks: readonly Mark[];
}

interface SketchOptions {
  /** The icons that capabilities declare. */
  readonly declared?: DeclaredIcon;
  /** Writes the names of the cards in place of their icons. */
  readonly words?: boolean;
}

const MARGIN = 24;
/** Borders and lines are as wide on the screen at every size. */
const THIN = { width: 0, least: 1.4 } as const;
const RADIUS = 14;
const BOX_RADIUS = 18;

/**
 * Sketches a graph: cards with their icons and lines, in the colours of what the nodes are; notes are left out, but for those
 * that stand for a step that could not be read.
 *
 * @returns null where there is nothing to draw
 */
export function sketchOf(
  graph: Graph,
  boxes: Boxes,
  { declared = () => undefined, words = false }: SketchOptions = {},
): Sketch | null {
  const shown = graph.nodes.filter(({ type, mark }) => type !== 'NOTE' || mark === 'ghost');
  const rects = absoluteRects(shown, boxes);
  const around = boundsOf(rects.values());
  if (around === null) return null;
  const nodes = new Map(shown.map((node) => [node.key, node]));
  const parents = new Set(shown.map((node) => node.parent));
  const behind: Mark[] = [];
  const front: Mark[] = [];
  const told: Mark[] = [];
  for (const node of shown) {
    const [box, place] = [boxes.get(node.key), rects.get(node.key)];
    if (!box || !place) continue;
    const open = isOpen(box);
    const rect = rounded(box.form === 'bar' ? beamIn(place) : place);
    const { glyph, ...look } = lookOf(node, open);
    (open ? behind : front).push(rectMark(rect, { ...look, ...THIN, radius: open ? BOX_RADIUS : RADIUS }));
    if (open && !parents.has(node.key) && isExecutor(node)) front.push(...placeholdersIn(rect));
    if (words) told.push(nameIn(node.title, rect, open));
    else if (box.form === 'card') told.push(glyphIn(iconOfCard(node, declared), rect, glyph));
  }
  const lines = [...routeEdges({ edges: graph.edges, nodes, boxes, rects }).values()].map(
    ({ edge, points }) =>
      lineMark(
        points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })),
        EDGE_CORNER,
        { stroke: edge.transition?.lit === true ? 'accent' : 'line-strong', ...THIN },
      ),
  );
  return {
    bounds: rounded({
      x: around.x - MARGIN,
      y: around.y - MARGIN,
      width: around.width + 2 * MARGIN,
      height: around.height + 2 * MARGIN,
    }),
    marks: [...behind, ...lines, ...front, ...told],
  };
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function isExecutor({ type }: GraphNode): boolean {
  return type === 'PLAN_EXECUTOR' || type === 'PLANNER';
}

interface SketchLook {
  readonly fill?: ColourName;
  readonly stroke: ColourName;
  readonly dash?: readonly number[];
  /** Of its icon. */
  readonly glyph: ColourName;
}

const PLAIN: SketchLook = { fill: 'raised', stroke: 'line-strong', glyph: 'ink-3' };
const GROUP: SketchLook = { stroke: 'line-strong', dash: [4, 4], glyph: 'ink-3' };
const MADE: SketchLook = { fill: 'raised', stroke: 'ok', glyph: 'ok' };
const PLANNED: SketchLook = { fill: 'raised', stroke: 'plan', dash: [3, 3], glyph: 'ink-3' };
const REFUSED: SketchLook = { fill: 'bad-soft', stroke: 'bad', dash: [4, 3], glyph: 'ink-3' };
const WAITING = filled(toneOf('waiting'));

const MARKED: Readonly<Record<GraphMark, SketchLook | null>> = {
  ghost: REFUSED,
  dropped: REFUSED,
  writing: PLANNED,
  kept: null,
  added: MADE,
  'added by you': MADE,
  changed: WAITING,
  'changed by you': WAITING,
};

/** What is at work and what failed is told at a glance, whatever it is. */
function lookOf(node: GraphNode, open: boolean): SketchLook {
  const look = lookAtRest(node, open);
  if (node.status !== 'running' && node.status !== 'failed') return look;
  const { strong, soft } = toneOf(node.status);
  return { ...look, fill: soft, stroke: strong };
}

/** Planners, executors, people and what a mark says are told apart. */
function lookAtRest(node: GraphNode, open: boolean): SketchLook {
  const marked = node.mark === null ? null : MARKED[node.mark];
  if (marked !== null) return marked;
  if (node.lane !== null) return PLAIN;
  if (isExecutor(node)) {
    const tone = filled(toneOf(!open && node.type === 'PLANNER' ? 'planned' : 'running'));
    return open ? { ...tone, glyph: 'ink-3' } : tone;
  }
  if (node.type === 'HUMAN_INPUT') return WAITING;
  if (node.type === 'END' || node.dynamic) return MADE;
  return open ? GROUP : PLAIN;
}

function filled({ strong, soft }: Tone): SketchLook {
  return { fill: soft, stroke: strong, glyph: strong };
}

const GLYPH = 34;
const GLYPH_STROKE = 2;

/** The icon of a card in its middle, as large as can be read from afar. */
function glyphIn(name: IconName, { x, y, width, height }: Rect, ink: ColourName): IconMark {
  const size = Math.min(GLYPH, 0.7 * height);
  return iconMark(name, { x: x + (width - size) / 2, y: y + (height - size) / 2 }, size, ink, GLYPH_STROKE);
}

const LETTER = 26;
/** How far below the middle of its small letters their baseline is, in sizes of the font. */
const HALF_SMALL = 0.273;

/** The name of a card in its middle, of a box at its top; as large as fits. */
function nameIn(title: string, { x, y, width, height }: Rect, open: boolean): Mark {
  const size = Math.min(LETTER, (width - 12) / (0.58 * Math.max(1, title.length)));
  const middle = open ? y + 22 : y + height / 2;
  return textMark(
    title,
    { x: open ? x + 12 : x + width / 2, y: middle + HALF_SMALL * size },
    { size, weight: 600, ink: 'ink-2', anchor: open ? 'start' : 'middle' },
  );
}

const PLACEHOLDERS = [0, 1, 2, 3, 4] as const;
const COLUMNS = 3;

/** An executor, or a planner that runs its own plan, that has not run yet shows where its steps will be. */
function placeholdersIn({ x, y, width, height }: Rect): readonly RectMark[] {
  const cell = { width: width / (COLUMNS + 0.6), height: height / 4.2 };
  const { glyph, ...look } = PLANNED;
  return PLACEHOLDERS.map((index) =>
    rectMark(
      rounded({
        x: x + cell.width * (0.3 + (index % COLUMNS)) + cell.width * 0.1,
        y: y + cell.height * (1.1 + 1.45 * Math.floor(index / COLUMNS)),
        width: cell.width * 0.8,
        height: cell.height * 0.9,
      }),
      { ...look, ...THIN, radius: RADIUS },
    ),
  );
}
